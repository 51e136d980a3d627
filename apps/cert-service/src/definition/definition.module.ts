import { Module } from '@nestjs/common';
import { ComputeDatasets } from './adapters/compute-datasets';
import { ComputeSandbox } from './adapters/compute-sandbox';
import { GatewayAuthors } from './adapters/gateway-authors';
import { PostgresDerivationStore } from './adapters/postgres-derivation-store';
import { AUTHORS, DATASET_CATALOG, DERIVATION_STORE, SANDBOX } from './derivation.ports';
import { DescribeDerivations } from './describe-derivations';

/** Derivations as they are stored, and what they need of other services: for all that runs, certifies or shows them. */
@Module({
  providers: [
    DescribeDerivations,
    { provide: DERIVATION_STORE, useClass: PostgresDerivationStore },
    { provide: SANDBOX, useClass: ComputeSandbox },
    { provide: DATASET_CATALOG, useClass: ComputeDatasets },
    { provide: AUTHORS, useClass: GatewayAuthors },
  ],
  exports: [DescribeDerivations, DERIVATION_STORE, SANDBOX, DATASET_CATALOG, AUTHORS],
})
export class DefinitionModule {}
