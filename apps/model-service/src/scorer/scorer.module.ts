import { Module } from '@nestjs/common';
import { ZipModelArchives } from './adapters/zip-model-archives';
import { MODEL_ARCHIVES } from './scorer.ports';
import { Scorers } from './scorers';

/** Scorers in this process, compiled from what engines export. */
@Module({
  providers: [Scorers, { provide: MODEL_ARCHIVES, useClass: ZipModelArchives }],
  exports: [Scorers],
})
export class ScorerModule {}
