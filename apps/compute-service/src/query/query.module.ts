import { Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { DATASET_STORE } from '../dataset/dataset.ports';
import { DatasetModule } from '../dataset/dataset.module';
import { QueryEngineModule } from '../query-engine/query-engine.module';
import { CertDerivations } from './adapters/cert-derivations';
import { NatsReplicas } from './adapters/nats-replicas';
import { PostgresQueryLog } from './adapters/postgres-query-log';
import { CancelSql } from './cancel-sql';
import { DraftDerivation } from './draft/draft-derivation';
import { PerformStatement } from './perform-statement';
import { QueryTables } from './query-tables';
import { DATASET_CATALOG, DERIVATION_CATALOG, QUERY_LOG, REPLICAS } from './query.ports';
import { ReadQueries } from './read-queries';
import { RecordQuery } from './record-query';
import { ResolveSources } from './resolve-sources';
import { RunSql } from './run-sql';
import { RunningQueries } from './running-queries';
import { SqlController } from './sql.controller';

/** Statements of callers: the tables they name, what runs, what ran. Gives others the record of what ran. */
@Module({
  imports: [DatasetModule, QueryEngineModule],
  controllers: [SqlController],
  providers: [
    RunSql,
    QueryTables,
    ReadQueries,
    CancelSql,
    PerformStatement,
    DraftDerivation,
    ResolveSources,
    RecordQuery,
    RunningQueries,
    { provide: DATASET_CATALOG, useExisting: DATASET_STORE },
    { provide: CERTIFIED_SOURCES, useClass: CertSources },
    { provide: DERIVATION_CATALOG, useClass: CertDerivations },
    { provide: REPLICAS, useClass: NatsReplicas },
    { provide: QUERY_LOG, useClass: PostgresQueryLog },
  ],
  exports: [QUERY_LOG],
})
export class QueryModule {}
