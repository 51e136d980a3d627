import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerThread } from '@svc/platform';
import type { CertificatePrinter } from '../certificate-printer';
import type { CertificatePage } from '../page/certificate-page';

/** A page takes a tenth of this at the very worst. */
const MAX_MS = 20_000;

/** Prints on a thread: a page takes 0.1 to 0.3 seconds of work. */
@Injectable()
export class PrintingThread implements CertificatePrinter, OnApplicationShutdown {
  readonly #thread: WorkerThread<CertificatePage, Uint8Array>;

  /** @param program the compiled thread entry; @param longestMs after which a page is given up */
  constructor(program: string, longestMs = MAX_MS) {
    this.#thread = new WorkerThread({
      program,
      longestMs,
      busy: 'Too many pages are being printed. Try again in a few seconds.',
      failed: 'The page could not be printed; the certificate itself is not affected.',
    });
  }

  print(page: CertificatePage, signal: AbortSignal): Promise<Uint8Array> {
    return this.#thread.run(page, signal);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }
}
