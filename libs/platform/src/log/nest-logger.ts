import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends what Nest itself has to say to the service's log; its start-up chatter only at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest appends the context (and for errors a stack before it) to the arguments. */
  private write(
    level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: readonly unknown[],
  ): void {
    const context = rest.at(-1);
    const facts = {
      context: typeof context === 'string' ? context : 'nest',
      ...(rest.length > 1 ? { stack: rest[0] } : {}),
    };
    if (message instanceof Error) this.logger[level]({ ...facts, err: message });
    else this.logger[level](facts, String(message));
  }
}
