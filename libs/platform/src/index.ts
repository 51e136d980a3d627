export { type BootedService, bootService } from './boot/boot-service';
export { PlatformModule } from './boot/platform.module';
export { type PlatformOptions } from './boot/platform-options';
export { runService, type ServiceDefinition } from './boot/run-service';
export { CLAIM_CHECKS, CONFIG, LOGGER, SERVICE } from './config/tokens';
export { type ClaimCheckStore } from './claim-check/claim-check-store';
export { ClaimedAnswer } from './claim-check/claimed-answer';
export { type ClaimTicket } from './claim-check/claimed-payload';
export { storageRefusal } from './claim-check/storage-refusal';
export { CLOCK, type Clock, systemClock } from './clock/clock';
export { readConfig } from './config/config';
export { ConfigError } from './config/config-error';
export { platformConfig, type PlatformConfig } from './config/platform-config';
export { afterCommit } from './data/after-commit';
export { DataModule } from './boot/data.module';
export { type DataOptions, ForwardMigration, type MigrationClass, type SchemaChange } from './data/data-options';
export { asDatabaseProblem } from './data/database-problem';
export { inTransaction } from './data/in-transaction';
export { openDataSource } from './data/open-data-source';
export { type PreparedStatement, preparedRows } from './data/prepared-rows';
export { execute, type Queryable, queryRow, queryRows } from './data/query-rows';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './health/readiness';
export { type DiskState, watchDisk } from './health/watch-disk';
export { follow } from './follow/follow';
export { followJob, waitForJob } from './job/follow-job';
export { type SubmitRequest, JobQueue } from './job/job-queue';
export { type JobKindOptions, type JobRun, type JobStop, JobStopped } from './job/execution/job-run';
export { PostgresLease } from './lease/adapters/postgres-lease';
export type { Lease, LeaseHolder, LeaseState } from './lease/lease';
export { FactHolders } from './leased-fact/fact-holders';
export { FactHolder } from './leased-fact/fact-holder';
export { FactOwner } from './leased-fact/fact-owner';
export type { Leased } from './leased-fact/holdings';
export { OwnFacts, type OwnFactsOfKind } from './leased-fact/own-facts';
export type { LeasedFacts } from './leased-fact/leased-facts';
export { createLogger } from './log/create-logger';
export { PlatformMetrics } from './metrics/platform-metrics';
export { NatsLink, type Unsubscribe } from './nats/nats-link';
export {
  admitChange,
  type AdmittedPut,
  admitPut,
  asSeen,
  type ChangeRequest,
  noSuchObject,
  type PutRequest,
} from './named-object/admit';
export { changedMeanwhile, requireAbsent, requireMatch } from './named-object/precondition/if-match';
export { cursorAfter, keyBefore, numberBefore, type Page, pageOf } from './named-object/page';
export {
  accessOfExisting,
  accessOfNew,
  accessState,
  FOR_PROJECT,
  type Registering,
  sharedAccess,
} from './named-object/access/object-access';
export {
  deletedAccess,
  deleteRow,
  lastAccess,
  nameIsSeen,
  sharedRows,
  shareRow,
} from './named-object/access/access-rows.sql';
export { entityTag } from './named-object/precondition/entity-tag';
export { exportHead } from './named-object/export-head';
export { type NamedObjectKind, type ObjectChange } from './named-object/named-object';
export { namedObjectControllers, provideNamedObjects } from './named-object/named-object-controller';
export { NamedObjects } from './named-object/named-objects';
export { NamedRows } from './named-object/named-rows.sql';
export { ObjectSharing } from './named-object/access/object-sharing';
export { type Past } from './named-object/past';
export { requireText } from './named-object/require-text';
export { sharingController } from './named-object/access/sharing-controller';
export { seenBy, sightKey, type SightCondition } from './named-object/access/seen-by.sql';
export { lockName, pastOf, recordVersion, versionsOf } from './named-object/version-rows.sql';
export { Outbox, type OutboxHandler, type OutboxMessage } from './outbox/outbox';
export { generatePrincipalKey, privateKeyFrom } from './principal/principal-key';
export { PrincipalSigner } from './principal/principal-signer';
export { PrincipalVerifier } from './principal/principal-verifier';
export { ANONYMOUS, isAnonymous, servicePrincipal } from './principal/service-principal';
export { problemOf } from './problem/problem-of';
export { diskLimits } from './config/disk-limits';
export { spaceProblem } from './problem/space-problem';
export { type CallContext } from './rpc/call-context';
export { type Callable, type Handler } from './rpc/callable';
export { type CallOptions, type CallOrigin } from './rpc/client/call-origin';
export { HEADER } from './wire/headers';
export { Handles } from './rpc/handles';
export { REFUSED, Refusals } from './rpc/server/report-refusals';
export { type Answer, RpcClient } from './rpc/client/rpc-client';
export { ValueAnswer } from './rpc/client/value-answer';
export { PeriodicTask } from './schedule/periodic-task';
export { WorkerThread, type WorkerThreadOptions } from './thread/worker-thread';
export { nextStep, type TraceStep } from './trace/traceparent';
export { MAX_JSON_DEPTH } from './wire/json-depth';
export { parseJson } from './wire/parse-json';
