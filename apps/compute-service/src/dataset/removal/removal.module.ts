import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../../config';
import { AuditedRemovals } from './adapters/audited-removals';
import { EvidenceOfServices } from './adapters/evidence-of-services';
import { PostgresDeletedTables } from './adapters/postgres-deleted-tables';
import { DELETED_TABLES, EVIDENCE, REMOVAL_LOG } from './removal.ports';
import { RemoveDeletedRows, ROWS_KEPT_MS } from './remove-deleted-rows';
import { RemovingRows } from './removing-rows';

const DAY_MS = 86_400_000;

/** Removes the rows of deleted datasets that nothing stands on. */
@Module({
  providers: [
    RemoveDeletedRows,
    RemovingRows,
    { provide: DELETED_TABLES, useClass: PostgresDeletedTables },
    { provide: EVIDENCE, useClass: EvidenceOfServices },
    { provide: REMOVAL_LOG, useClass: AuditedRemovals },
    {
      provide: ROWS_KEPT_MS,
      useFactory: (config: Config) => config.SVC_DELETED_ROWS_DAYS * DAY_MS,
      inject: [CONFIG],
    },
  ],
})
export class RemovalModule {}
