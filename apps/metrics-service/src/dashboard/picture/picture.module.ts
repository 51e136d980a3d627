import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { PAGE_PAINTER } from '../dashboard.ports';
import { PaintingThread } from './adapters/painting-thread';

/**
 * Draws pages in a thread of its own. Global, and imported by the service alone, so that tests can give the thread another
 * program.
 */
@Global()
@Module({
  providers: [
    { provide: PAGE_PAINTER, useFactory: () => new PaintingThread(join(__dirname, 'page-picture.worker.js')) },
  ],
  exports: [PAGE_PAINTER],
})
export class PictureModule {}
