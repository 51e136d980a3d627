import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerThread } from '@svc/platform';
import type { PagePainter, PictureForm } from '../../dashboard.ports';
import type { PaintingOrder } from '../page-picture.worker';
import type { AnsweredPage } from '../../page/answered-page';

/** A page of sixty charts takes a tenth of this, one of sixty maps with a thousand places each a quarter. */
const MAX_MS = 30_000;

/** Draws on a thread: up to half a second of work a page. */
@Injectable()
export class PaintingThread implements PagePainter, OnApplicationShutdown {
  readonly #thread: WorkerThread<PaintingOrder, Uint8Array>;

  /** @param program the compiled thread entry */
  constructor(program: string) {
    this.#thread = new WorkerThread({
      program,
      longestMs: MAX_MS,
      busy: 'Too many pages are being drawn. Try again in a few seconds.',
      failed: 'The page could not be drawn; its data are still available.',
    });
  }

  paint(answered: AnsweredPage, form: PictureForm, signal: AbortSignal): Promise<Uint8Array> {
    return this.#thread.run({ answered, form }, signal);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }
}
