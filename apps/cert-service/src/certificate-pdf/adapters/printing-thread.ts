import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { Piscina } from 'piscina';
import type { CertificatePrinter } from '../certificate-printer';
import type { CertificatePage } from '../page/certificate-page';

/** A thread that nobody needs ends after this. */
const IDLE_MS = 60_000;
const MOST_WAITING = 32;
const MEMORY_MB = 512;
/** A page takes a tenth of this at the very worst; one that takes longer is stuck, and its thread is replaced. */
const LONGEST_MS = 20_000;

/** Prints on one thread, started on first use: 0.1 to 0.3 seconds of work a page must not hold up the service. */
@Injectable()
export class PrintingThread implements CertificatePrinter, OnApplicationShutdown {
  readonly #pool: Piscina<CertificatePage, Uint8Array>;

  /** @param program the compiled thread entry */
  constructor(program: string) {
    this.#pool = new Piscina({
      filename: program,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      // The thread needs fonts and a page, and no secret of the service.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  }

  async print(page: CertificatePage, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    if (this.#pool.queueSize >= MOST_WAITING) throw new ProblemError('overloaded', 'Many pages are being printed. Ask again in a few seconds.', { retryAfter: 5 });
    // Not AbortSignal.timeout: Node 20 may collect one that only a combined signal looks at, before it fires.
    const stuck = new AbortController();
    const timer = setTimeout(() => { stuck.abort(); }, LONGEST_MS);
    try {
      return await this.#pool.run(page, { signal: AbortSignal.any([signal, stuck.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      throw new ProblemError('internal', 'The page could not be printed; the certificate itself is not affected.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.destroy();
  }
}
