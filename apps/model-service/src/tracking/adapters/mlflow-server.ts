import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';
import type { TrackingReply, TrackingRequest, TrackingServer } from '../tracking.ports';
import { askOverSocket } from './ask-over-socket';
import { type MlflowOptions, type RunningMlflow, startMlflow } from './mlflow-process';

/** What it is started with; null where this installation has none. */
export const MLFLOW_OPTIONS = Symbol('MlflowOptions');

/** A request waits this long for MLflow to start; after that its sender is asked to come again. */
const PATIENCE_MS = 20_000;

/** One MLflow for this process: started at the first request, and again at the next one after it ended. */
@Injectable()
export class MlflowServer implements TrackingServer, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<RunningMlflow> | null = null;
  private step = 'is starting';

  constructor(
    @Inject(MLFLOW_OPTIONS) private readonly options: MlflowOptions | null,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  async ask(request: TrackingRequest): Promise<TrackingReply> {
    const { socket } = await this.soon(this.started());
    return askOverSocket(socket, request).catch((error: unknown) => {
      request.signal.throwIfAborted();
      throw new ProblemError('unavailable', 'The tracking server did not answer. Try again.', { cause: error });
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('the service stops'));
    const found = await this.running?.catch(() => null);
    found?.stop();
    await found?.ended;
  }

  private started(): Promise<RunningMlflow> {
    if (this.running !== null) return this.running;
    const starting = this.start();
    this.running = starting;
    const over = (reason: string): void => {
      this.running = null;
      if (!this.stopping.signal.aborted) this.logger.warn({ reason }, 'the tracking server ended');
    };
    starting.then(({ ended }) => ended.then(over)).catch((error: unknown) => over(textOf(error)));
    return starting;
  }

  private async start(): Promise<RunningMlflow> {
    if (this.options === null)
      throw new ProblemError(
        'unavailable',
        'This installation has no tracking server: set SVC_PYTHON_SOURCES of model-service.',
      );
    try {
      const running = await startMlflow(this.options, (line) => this.progress(line), this.stopping.signal);
      this.logger.info('the tracking server takes requests');
      return running;
    } catch (error) {
      throw new ProblemError('unavailable', `The tracking server cannot be started. ${textOf(error).slice(0, 600)}`, {
        retryAfter: 30,
        cause: error,
      });
    }
  }

  private progress(line: string): void {
    // Where it is installed is for the log.
    this.step = line.replace(/^provision: /, '').replace(/ into .*/, '');
    this.logger.info({ step: line }, 'the tracking server is prepared');
  }

  private soon(running: Promise<RunningMlflow>): Promise<RunningMlflow> {
    const late = new AbortController();
    const notYet = delay(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
      throw new ProblemError(
        'unavailable',
        `The tracking server is not ready yet: ${this.step}. Try again in a minute.`,
        {
          retryAfter: 10,
        },
      );
    });
    notYet.catch(() => undefined);
    return Promise.race([running, notYet]).finally(() => late.abort());
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
