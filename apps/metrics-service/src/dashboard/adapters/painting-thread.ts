import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { Piscina } from 'piscina';
import type { PagePainter } from '../dashboard.ports';
import type { AnsweredPage } from '../read-page';

/** A thread that nobody needs ends after this. */
const IDLE_MS = 60_000;
const MOST_WAITING = 32;
const MEMORY_MB = 512;
/** A page of sixty charts takes a tenth of this; one that takes longer is stuck, and its thread is replaced. */
const LONGEST_MS = 30_000;

/** Draws on one thread, started on first use: a page is half a second of work that must not hold up queries. */
@Injectable()
export class PaintingThread implements PagePainter, OnApplicationShutdown {
  readonly #pool: Piscina<AnsweredPage, string>;

  /** @param program the compiled thread entry */
  constructor(program: string) {
    // The thread needs a page and no secret of the service.
    this.#pool = new Piscina({ filename: program, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  }

  async paint(page: AnsweredPage, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.#pool.queueSize >= MOST_WAITING) throw new ProblemError('overloaded', 'Many pages are being drawn. Ask again in a few seconds.', { retryAfter: 5 });
    // Not AbortSignal.timeout: Node 20 may collect one that only a combined signal looks at, before it fires.
    const stuck = new AbortController();
    const timer = setTimeout(() => { stuck.abort(); }, LONGEST_MS);
    try {
      return await this.#pool.run(page, { signal: AbortSignal.any([signal, stuck.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      throw new ProblemError('internal', 'The page could not be drawn; its data can still be asked for.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.destroy();
  }
}
