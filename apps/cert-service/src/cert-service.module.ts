import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { AddAccessToDerivation } from '../migrations/add-access-to-derivation';
import { ForgetUnseenInputs } from '../migrations/forget-unseen-inputs';
import { AddPicturesToRun } from '../migrations/add-pictures-to-run';
import { AddReadObjectsToRun } from '../migrations/add-read-objects-to-run';
import { CreateDerivationsAndRuns } from '../migrations/create-derivations-and-runs';
import { CreateDamage } from '../migrations/create-damage';
import { CreateLease } from '../migrations/create-lease';
import { CreateOutcomeFamily } from '../migrations/create-outcome-family';
import { CreateSuggestion } from '../migrations/create-suggestion';
import { CreateLook } from '../migrations/create-look';
import { CreateParameterSet } from '../migrations/create-parameter-set';
import { CreateAuditSegment } from './audit/retention/migrations/create-audit-segment';
import { AuditModule } from './audit/audit.module';
import { CertificateModule } from './certificate/certificate.module';
import { CertificatePdfModule } from './certificate-pdf/certificate-pdf.module';
import type { Config } from './config';
import { DamageModule } from './damage/damage.module';
import { DerivationModule } from './derivation/derivation.module';
import { EvidenceModule } from './evidence/evidence.module';
import { ExportModule } from './export/export.module';
import { OracleModule } from './oracle/oracle.module';
import { RunModule } from './run/run.module';
import { WAREHOUSE, warehouseOf } from './warehouse';

const migrations = [
  CreateDerivationsAndRuns,
  CreateLease,
  CreateAuditSegment,
  CreateLook,
  AddPicturesToRun,
  AddAccessToDerivation,
  ForgetUnseenInputs,
  AddReadObjectsToRun,
  CreateDamage,
  CreateSuggestion,
  CreateParameterSet,
  CreateOutcomeFamily,
];

/** The composition root of cert-service: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class CertServiceModule {
  static register(config: Config): DynamicModule {
    const warehouse = openWarehouse(warehouseOf(config), diskLimits(config));
    return {
      module: CertServiceModule,
      imports: [
        PlatformModule.register({
          service: 'cert',
          config,
          migrations,
          claimChecks: claimChecksIn(warehouse),
          shared: [{ provide: WAREHOUSE, useFactory: () => warehouse }],
        }),
        AuditModule,
        OracleModule,
        CertificatePdfModule,
        RunModule,
        DerivationModule,
        CertificateModule,
        EvidenceModule,
        ExportModule,
        DamageModule,
      ],
    };
  }
}
