import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { currentCall } from '../rpc/current-call';
import { scrub } from './scrub';

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'secret', 'token', 'credential', 'private_key', 'seed'];

export interface LogOptions {
  readonly service: string;
  readonly level: string;
  /** Where lines go; standard output unless a test collects them. */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines with `time` (ISO), `level` (word), `service` and, inside a call, its `trace_id`. Members named like a secret are
 * redacted down to the third level, and what looks like one is scrubbed from the finished line.
 */
export function createLogger({ service, level, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const call = currentCall();
      return call === undefined ? {} : { trace_id: call.traceId };
    },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    hooks: { streamWrite: scrub },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
