import { Module } from '@nestjs/common';
import { PostgresEvidenceStore } from './adapters/postgres-evidence-store';
import { EvidenceController } from './evidence.controller';
import { EVIDENCE_STORE } from './evidence.ports';

/** Says which stored rows runs and certificates stand on, so that they are not removed. */
@Module({
  controllers: [EvidenceController],
  providers: [{ provide: EVIDENCE_STORE, useClass: PostgresEvidenceStore }],
})
export class EvidenceModule {}
