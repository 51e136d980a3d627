import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import { createSandbox, type Enforcement, type Sandbox } from '@svc/runner';
import type { Config } from '../config';
import { IngestModule } from '../ingest/ingest.module';
import { ENFORCEMENT, ProcessModule } from '../process/process.module';
import { QueryEngineModule } from '../query-engine/query-engine.module';
import { SCRATCH } from '../scratch';
import { DescribeProject } from './describe-project';
import { ExecuteDerivation } from './execute-derivation';
import { ExecutionJobs } from './execution-jobs';
import { DESCRIBING, EXECUTION_LIMITS, type ExecutionLimits, SPARE_EXECUTIONS } from './execution-limits';
import { ExecutionController } from './execution.controller';
import { FindCause } from './find-cause';
import { RunOnce } from './run-once';
import { SampleTable } from './sample-table';
import { SANDBOX } from './sandbox-token';

const MiB = 1024 * 1024;

/** Runs the code of derivations in the sandbox, and stores what it puts out. */
@Module({
  imports: [IngestModule, ProcessModule, QueryEngineModule],
  controllers: [ExecutionController],
  providers: [
    DescribeProject,
    ExecutionJobs,
    ExecuteDerivation,
    RunOnce,
    FindCause,
    SampleTable,
    { provide: EXECUTION_LIMITS, useFactory: executionLimits, inject: [CONFIG] },
    { provide: SANDBOX, useFactory: openSandbox, inject: [CONFIG, SCRATCH, ENFORCEMENT] },
  ],
})
export class ExecutionModule {}

function executionLimits(config: Config): ExecutionLimits {
  return {
    sandbox: {
      wallMs: config.SVC_DERIVATION_TIMEOUT_SECONDS * 1000,
      memoryBytes: config.SVC_DERIVATION_MEMORY_MB * MiB,
    },
    copyMs: config.SVC_QUERY_TIMEOUT_SECONDS * 1000,
    diskBytes: config.SVC_WORK_DISK_MB * MiB,
    concurrency: config.SVC_DERIVATION_CONCURRENCY,
  };
}

function openSandbox(config: Config, scratch: string, { groups }: Enforcement): Sandbox {
  return createSandbox({
    groups,
    python: config.SVC_PYTHON,
    hostSources: config.SVC_PYTHON_SOURCES,
    lockFile: config.SVC_PYTHON_LOCK,
    path: config.PATH,
    scratch: join(scratch, 'sandboxes'),
    concurrency: config.SVC_DERIVATION_CONCURRENCY + SPARE_EXECUTIONS + DESCRIBING,
  });
}
