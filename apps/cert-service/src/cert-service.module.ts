import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { openKeyFile, readKeyHistory } from '@svc/audit-chain';
import { ConfigError, diskLimits, LOGGER, PlatformModule, sharingController } from '@svc/platform';
import { findBubblewrap, folderOfThisProcess, openControlGroups } from '@svc/runner';
import { claimChecksIn, openWarehouse, warehouseDirectory } from '@svc/warehouse';
import type { Logger } from 'pino';
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
import { AuditModule } from './audit/audit.module';
import { ProvePreregistration } from './audit/prove-preregistration';
import { CreateAuditSegment } from './audit/retention/migrations/create-audit-segment';
import { PrintingThread } from './certificate-pdf/adapters/printing-thread';
import { CERTIFICATE_PRINTER } from './certificate-pdf/certificate-printer';
import { PUBLIC_URL, ReadCertificatePdf } from './certificate/read-certificate-pdf';
import { CertificateController } from './certificate/certificate.controller';
import { AnnounceCertificate } from './certificate/announce-certificate';
import { type Issuer, ISSUER, IssueCertificate } from './run/issue-certificate';
import { ReadCertificate } from './certificate/read-certificate';
import { VerifyCertificate } from './certificate/verify-certificate';
import type { Config } from './config';
import { PostgresDamageRegister } from './damage/adapters/postgres-damage-register';
import { AnnounceDamage } from './damage/announce-damage';
import { DAMAGE_REGISTER } from './damage/damage.ports';
import { WatchDamage } from './damage/watch-damage';
import { TakeOverController } from './derivation/take-over.controller';
import { ShareDerivation } from './derivation/share-derivation';
import { ComputeDatasets } from './definition/adapters/compute-datasets';
import { ComputeSandbox } from './definition/adapters/compute-sandbox';
import { PostgresDerivationStore } from './definition/adapters/postgres-derivation-store';
import { CertificationController } from './derivation/certification.controller';
import { ExportController } from './export/export.controller';
import { ExportDerivation } from './export/export-derivation';
import { DeleteDerivation } from './derivation/delete-derivation';
import { DerivationController } from './derivation/derivation.controller';
import { AUTHORS, DATASET_CATALOG, DERIVATION_STORE, SANDBOX } from './definition/derivation.ports';
import { DescribeDerivations } from './definition/describe-derivations';
import { PresentDerivation } from './derivation/present-derivation';
import { PutDerivation } from './derivation/put-derivation';
import { ReadDerivations } from './derivation/read-derivations';
import { GatewayAuthors } from './definition/adapters/gateway-authors';
import { TakeOverDerivation } from './derivation/take-over-derivation';
import { RevokeDerivation } from './derivation/revoke-derivation';
import type { OracleWalls } from './oracle/oracle-child';
import { ORACLE_SETTINGS, OracleProcess, type OracleSettings } from './oracle/oracle-process';
import { ComputeLargeTables } from './oracle/adapters/compute-large-tables';
import { OracleScratch } from './oracle/oracle-scratch';
import { LARGE_TABLES } from './oracle/large-tables';
import { ComputeTables } from './run/adapters/compute-tables';
import { PostgresAttemptLedger } from './run/adapters/postgres-attempt-ledger';
import { PostgresRunStore } from './run/adapters/postgres-run-store';
import { AskOracle } from './run/ask-oracle';
import { CertifiedNow } from './run/certified-now';
import { CheckRun } from './run/check-run';
import { ExecuteRun } from './run/execute-run';
import { ReadRows, TABLE_READER } from './run/read-rows';
import { ReadRunPictures } from './run/read-run-pictures';
import { ResolveDerivations } from './run/resolve-derivations';
import { ActAsAuthor } from './run/act-as-author';
import { ResolveInputs } from './run/resolve-inputs';
import { MAX_JOBS, RunJobs } from './run/run-jobs';
import { RunHistory } from './run/run-history';
import { RunTrial } from './run/run-trial';
import { SuggestClaim } from './run/suggest-claim';
import { RunController } from './run/run.controller';
import { ATTEMPT_LEDGER, ORACLE, PARAMETER_SETS, PREREGISTRATION, RUN_STORE } from './run/run.ports';
import { RUN_QUEUE, StartRun } from './run/start-run';
import { ChooseParameters } from './run/choose-parameters';
import { PostgresParameterSets } from './run/adapters/postgres-parameter-sets';
import { WAREHOUSE } from './warehouse';

const useCases = [
  DescribeDerivations,
  PutDerivation,
  ReadDerivations,
  DeleteDerivation,
  RevokeDerivation,
  TakeOverDerivation,
  PresentDerivation,
  ShareDerivation,
  StartRun,
  ChooseParameters,
  ExportDerivation,
  ExecuteRun,
  CheckRun,
  RunHistory,
  RunTrial,
  ActAsAuthor,
  ResolveInputs,
  CertifiedNow,
  ResolveDerivations,
  AskOracle,
  ReadRows,
  ReadRunPictures,
  SuggestClaim,
  IssueCertificate,
  ReadCertificate,
  VerifyCertificate,
  AnnounceCertificate,
  ReadCertificatePdf,
  AnnounceDamage,
  WatchDamage,
];

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

const controllers = [
  DerivationController,
  sharingController('derivation', ShareDerivation),
  TakeOverController,
  CertificationController,
  ExportController,
  RunController,
  CertificateController,
];

const stores = [
  { provide: DERIVATION_STORE, useClass: PostgresDerivationStore },
  { provide: RUN_STORE, useClass: PostgresRunStore },
  { provide: DAMAGE_REGISTER, useClass: PostgresDamageRegister },
  { provide: PARAMETER_SETS, useClass: PostgresParameterSets },
  { provide: PREREGISTRATION, useExisting: ProvePreregistration },
  { provide: ATTEMPT_LEDGER, useClass: PostgresAttemptLedger },
];

/** The composition root of cert-service: the only file that names adapters. */
@Module({})
export class CertServiceModule {
  static register(config: Config): DynamicModule {
    const warehouse = openWarehouse(warehouseOf(config), diskLimits(config));
    return {
      module: CertServiceModule,
      imports: [
        PlatformModule.register({ service: 'cert', config, migrations, claimChecks: claimChecksIn(warehouse) }),
        AuditModule.register(config),
      ],
      controllers,
      providers: [
        ...useCases,
        { provide: ISSUER, useFactory: () => openIssuer(config) },
        { provide: WAREHOUSE, useFactory: () => warehouse },
        { provide: PUBLIC_URL, useValue: (config.SVC_PUBLIC_URL ?? '').replace(/\/+$/, '') },
        {
          provide: ORACLE_SETTINGS,
          useFactory: (logger: Pick<Logger, 'info'>) => oracleSettings(config, logger),
          inject: [LOGGER],
        },
        { provide: ORACLE, useClass: OracleProcess },
        OracleScratch,
        {
          provide: CERTIFICATE_PRINTER,
          useFactory: () => new PrintingThread(join(__dirname, 'certificate-pdf/print-page.worker.js')),
        },
        ...stores,
        { provide: SANDBOX, useClass: ComputeSandbox },
        { provide: DATASET_CATALOG, useClass: ComputeDatasets },
        { provide: AUTHORS, useClass: GatewayAuthors },
        { provide: TABLE_READER, useClass: ComputeTables },
        { provide: LARGE_TABLES, useClass: ComputeLargeTables },
        { provide: MAX_JOBS, useValue: config.SVC_MAX_JOBS_PER_CALLER },
        RunJobs,
        { provide: RUN_QUEUE, useExisting: RunJobs },
      ],
    };
  }
}

const warehouseOf = (config: Config): string => config.SVC_WAREHOUSE ?? '.svc/warehouse';

function oracleSettings(config: Config, logger: Pick<Logger, 'info'>): OracleSettings {
  const { SVC_ORACLE_MEMORY_MB: memoryMb, SVC_ORACLE_TIMEOUT_MS: timeoutMs, SVC_ORACLE_ROWS: mostRows } = config;
  const walls = oracleWalls(config, logger);
  return { program: join(__dirname, 'oracle/oracle-worker.js'), memoryMb, timeoutMs, mostRows, walls };
}

/** Fails closed: whoever wants no isolation has to say so. */
function oracleWalls(config: Config, logger: Pick<Logger, 'info'>): OracleWalls | null {
  if (config.SVC_WORKER_ISOLATION === 'none') return null;
  const bubblewrap = findBubblewrap(config.PATH);
  if (bubblewrap === null)
    throw new ConfigError([
      'bwrap is not in PATH. Install bubblewrap, or set SVC_WORKER_ISOLATION=none where the container isolates this service.',
    ]);
  const packages = join(dirname(require.resolve('zod/package.json')), '..');
  const libraries = join(dirname(realpathSync(require.resolve('@svc/oracle/package.json'))), '..');
  const { groups, description } = openControlGroups();
  logger.info(description);
  const scratch = join(warehouseDirectory(warehouseOf(config)), 'scratch', folderOfThisProcess());
  return { bubblewrap, code: [__dirname, libraries, packages], scratch, groups };
}

async function openIssuer(config: Config): Promise<Issuer> {
  const key = await openKeyFile(config.SVC_CERTIFICATE_KEY);
  const history = await readKeyHistory(config.SVC_CERTIFICATE_KEY);
  return { name: config.SVC_ISSUER, key, history, trustedKeys: history.map((it) => it.public_key) };
}
