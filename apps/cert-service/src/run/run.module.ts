import { Module } from '@nestjs/common';
import { openKeyFile, readKeyHistory } from '@svc/audit-chain';
import { CONFIG } from '@svc/platform';
import { AuditModule } from '../audit/audit.module';
import { ProvePreregistration } from '../audit/prove-preregistration';
import type { Config } from '../config';
import { DefinitionModule } from '../definition/definition.module';
import { ComputeTables } from './adapters/compute-tables';
import { PostgresAttemptLedger } from './adapters/postgres-attempt-ledger';
import { PostgresParameterSets } from './adapters/postgres-parameter-sets';
import { PostgresRunStore } from './adapters/postgres-run-store';
import { type Issuer, ISSUER, IssueCertificate } from './certificate/issue-certificate';
import { CheckRun } from './check-run';
import { ChooseParameters } from './choose-parameters';
import { AskOracle } from './claim/ask-oracle';
import { JudgeTable } from './claim/judge-table';
import { SuggestClaim } from './claim/suggest-claim';
import { ExecuteRun } from './execute-run';
import { ActAsAuthor } from './input/act-as-author';
import { CertifiedNow } from './input/certified-now';
import { ResolveDerivations } from './input/resolve-derivations';
import { ResolveInputs } from './input/resolve-inputs';
import { ReadRows, TABLE_READER } from './output/read-rows';
import { ReadRunPictures } from './output/read-run-pictures';
import { RunHistory } from './run-history';
import { MAX_JOBS, RunJobs } from './run-jobs';
import { RunTrial } from './run-trial';
import { RunController } from './run.controller';
import { ATTEMPT_LEDGER, PARAMETER_SETS, PREREGISTRATION, RUN_STORE } from './run.ports';
import { RUN_QUEUE, StartRun } from './start-run';

/** Runs derivations, judges what they put out and issues certificates. Gives others the runs and what is certified now. */
@Module({
  imports: [AuditModule, DefinitionModule],
  controllers: [RunController],
  providers: [
    StartRun,
    ChooseParameters,
    ExecuteRun,
    CheckRun,
    RunHistory,
    RunTrial,
    ActAsAuthor,
    ResolveInputs,
    CertifiedNow,
    ResolveDerivations,
    AskOracle,
    SuggestClaim,
    JudgeTable,
    ReadRows,
    ReadRunPictures,
    IssueCertificate,
    RunJobs,
    { provide: RUN_QUEUE, useExisting: RunJobs },
    { provide: RUN_STORE, useClass: PostgresRunStore },
    { provide: PARAMETER_SETS, useClass: PostgresParameterSets },
    { provide: ATTEMPT_LEDGER, useClass: PostgresAttemptLedger },
    { provide: PREREGISTRATION, useExisting: ProvePreregistration },
    { provide: TABLE_READER, useClass: ComputeTables },
    { provide: ISSUER, useFactory: openIssuer, inject: [CONFIG] },
    { provide: MAX_JOBS, useFactory: (config: Config) => config.SVC_MAX_JOBS_PER_CALLER, inject: [CONFIG] },
  ],
  exports: [RUN_STORE, PARAMETER_SETS, CertifiedNow, ResolveDerivations, IssueCertificate, ISSUER],
})
export class RunModule {}

async function openIssuer(config: Config): Promise<Issuer> {
  const key = await openKeyFile(config.SVC_CERTIFICATE_KEY);
  const history = await readKeyHistory(config.SVC_CERTIFICATE_KEY);
  return { name: config.SVC_ISSUER, key, history, trustedKeys: history.map((it) => it.public_key) };
}
