import type { DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@svc/contracts';
import type { z } from 'zod';
import { readConfig } from '../config/config';
import { ConfigError } from '../config/config-error';
import type { PlatformConfig } from '../config/platform-config';
import { scrub } from '../log/scrub';
import { type BootedService, bootService, type ConfigureHttp } from './boot-service';

/** Time after the grace period for closing pools, queues and the connection. */
const CLOSE_MS = 5_000;

export interface ServiceDefinition<S extends z.ZodObject> {
  readonly service: ServiceName;
  /** `platformConfig`, or the service's extension of it. */
  readonly config: S;
  readonly module: (config: Readonly<z.output<S>>) => DynamicModule;
  readonly configure?: ConfigureHttp<Readonly<z.output<S>> & PlatformConfig>;
}

/**
 * A service's complete `main.ts`: reads the environment, boots, and shuts down cleanly on SIGTERM and SIGINT. A service
 * that cannot start says why in one message on standard error and exits with 1; so does one that can no longer do its
 * work.
 */
export async function runService<S extends z.ZodObject & z.ZodType<PlatformConfig>>(
  definition: ServiceDefinition<S>,
): Promise<void> {
  // First of all, because without a handler the first process of a container ignores the signal.
  const leave = () => process.exit(0);
  process.once('SIGTERM', leave).once('SIGINT', leave);
  // While the disk is full, output of packages is lost; that alone is not a reason to exit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let booted: BootedService;
  try {
    const config = readConfig(definition.config);
    booted = await bootService(definition.module(config), config, definition.configure);
    process.off('SIGTERM', leave).off('SIGINT', leave);
    endOnSignals(booted, config.SVC_SHUTDOWN_GRACE_MS);
  } catch (error) {
    process.stderr.write(`svc ${definition.service} cannot start:\n${explain(error)}\n`);
    process.exit(1);
  }
  const { logger } = booted;
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'cannot go on');
    process.exit(1);
  };
  process.on('uncaughtException', die).on('unhandledRejection', die);
  // Node writes its warnings as plain text, which a caller can provoke; every line of the log is JSON.
  process.removeAllListeners('warning').on('warning', (warning) => {
    logger.warn({ err: warning }, 'Node.js warning');
  });
  void booted.failed.then(die);
}

function endOnSignals(booted: BootedService, graceMs: number): void {
  const end = (signal: NodeJS.Signals) => {
    booted.logger.info({ signal }, 'stopping');
    const late = setTimeout(
      () => {
        booted.logger.error('could not stop in time');
        process.exit(1);
      },
      2 * graceMs + CLOSE_MS,
    );
    late.unref();
    booted.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        booted.logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end).once('SIGINT', end);
}

/** What an operator can act on: the advice of a configuration error, otherwise the error with its cause, without secrets' values. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.map((line) => `  ${line}`).join('\n');
  return scrub(error instanceof Error ? `  ${error.stack ?? error.message}` : `  ${String(error)}`);
}
