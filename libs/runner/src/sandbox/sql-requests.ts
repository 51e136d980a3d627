import { rm } from 'node:fs/promises';
import { types } from 'node:util';
import { BadFrame } from '../host/frame-reader';
import type { HostFrame } from '../host/frames';
import type { Host } from '../runner';
import type { SqlExecutor } from './sandbox';

/** The queries of one run: one at a time, each cancelled when the run ends. */
export class SqlRequests {
  private readonly cancellation = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private readonly executor: SqlExecutor) {}

  /** Answers a request when its rows are there. Throws {@link BadFrame} on a second one before that. */
  answer(request: Extract<HostFrame, { type: 'sql_request' }>, host: Host): void {
    if (this.running !== null) throw new BadFrame('a query came before the answer to the one before it');
    this.running = this.execute(request.sql, host).then(
      (file) => {
        this.running = null;
        host.reply({ type: 'sql_reply', id: request.id, file });
      },
      (error: unknown) => {
        this.running = null;
        host.reply({
          type: 'sql_error',
          id: request.id,
          message: types.isNativeError(error) ? error.message : String(error),
        });
      },
    );
  }

  /** Cancels what still runs and waits until it has ended. */
  async stop(): Promise<void> {
    this.cancellation.abort();
    await this.running;
  }

  private async execute(sql: string, host: Host): Promise<string> {
    const { path } = await this.executor.toParquet(sql, this.cancellation.signal);
    if (!this.cancellation.signal.aborted) return host.take(path);
    await rm(path, { force: true });
    throw new Error('the run has ended');
  }
}
