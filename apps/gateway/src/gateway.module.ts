import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { diskLimits, LOGGER, NatsLink, PlatformMetrics, PlatformModule, Readiness, watchDisk } from '@svc/platform';
import { claimChecksIn, openWarehouse, type Warehouse } from '@svc/warehouse';
import { DataSource } from 'typeorm';
import { CreateIdempotency } from '../migrations/create-idempotency';
import { CreateKnownDevice } from '../migrations/create-known-device';
import { CreateSession } from '../migrations/create-session';
import { CreateToken } from '../migrations/create-token';
import { CreateUserAccount } from '../migrations/create-user-account';
import { OwnAndRotateToken } from '../migrations/own-and-rotate-token';
import { TellWholeRolesApart } from '../migrations/tell-whole-roles-apart';
import { AccessReviewController } from './access-review/access-review.controller';
import { ReviewAccess } from './access-review/review-access';
import { NatsAuditLog } from './audit/adapters/nats-audit-log';
import { AUDIT_LOG, type AuditLog } from './audit/audit.ports';
import { AuditTrail } from './audit/audit-trail';
import { ParameterDigests } from './audit/parameter-digests';
import { Recorder } from './audit/recorder';
import { AuthorController } from './author/author.controller';
import { FindAuthor } from './author/find-author';
import type { Config } from './config';
import { NatsChangeFeed } from './directory/adapters/nats-change-feed';
import { PostgresIdempotencyStore } from './idempotency/adapters/postgres-idempotency-store';
import { AnswerOnce } from './idempotency/answer-once';
import { IDEMPOTENCY_STORE } from './idempotency/idempotency.ports';
import { JobListController } from './job/job-list.controller';
import { ListJobs } from './job/list-jobs';
import { FollowStream } from './serve/follow-stream';
import { OpenIdProvider, type ProviderLog } from './oidc/adapters/openid-provider';
import { AdoptIdentity } from './oidc/adopt-identity';
import { IDENTITY_PROVIDER } from './oidc/identity-provider';
import { RecheckSession } from './oidc/recheck-session';
import { SignInByProvider } from './oidc/sign-in-by-provider';
import { Authenticate } from './principal/authenticate';
import { RequireKnown } from './principal/require-known';
import { RateLimit } from './rate-limit/rate-limit';
import { Admission } from './serve/admission';
import { AnswerVisit } from './serve/answer-visit';
import { BrowserOf } from './serve/browser-of';
import { CallService } from './serve/call-service';
import { HttpMetrics } from './serve/http-metrics';
import { ReadRequest } from './serve/read-request';
import { Routes } from './serve/routes';
import { ServeEndpoint } from './serve/serve-endpoint';
import { postgresAttemptLimits } from './attempt/adapters/postgres-attempt-limits';
import { PostgresDeviceStore } from './attempt/adapters/postgres-device-store';
import { PostgresSessionStore } from './session/adapters/postgres-session-store';
import { SetCookies } from './cookie/set-cookies';
import { JudgeSession } from './sign-in/judge-session';
import { DEVICE_STORE, KnownDevices } from './attempt/known-devices';
import { Cookies } from './cookie/cookies';
import { SessionOperations } from './sign-in/session-operations';
import { SESSION_STORE } from './session/session.ports';
import { Sessions } from './session/sessions';
import { SignInByPassword } from './sign-in/sign-in-by-password';
import { ATTEMPT_LIMITS, SignInThrottle } from './attempt/sign-in-throttle';
import { SignOut } from './sign-in/sign-out';
import { PostgresTokenStore } from './token/adapters/postgres-token-store';
import { FirstToken } from './token/first-token';
import { JudgeSecret } from './token/judge-secret';
import { ManageTokens } from './token/manage-tokens';
import { TokenController } from './token/token.controller';
import { TokenDirectory } from './token/token-directory';
import { REVOCATION_FEED, TOKEN_STORE } from './token/token.ports';
import { UPLOAD_AREA } from './upload/upload.ports';
import { ReadUsage } from './usage/read-usage';
import { UploadAllowance } from './upload/upload-allowance';
import { UsageController } from './usage/usage.controller';
import { PostgresUserStore } from './user/adapters/postgres-user-store';
import { CreateUser } from './user/create-user';
import { KnownUsers } from './user/known-users';
import { Passwords } from './user/passwords';
import { ReadUsers } from './user/read-users';
import { SetPassword } from './user/set-password';
import { UpdateUser } from './user/update-user';
import { UserController } from './user/user.controller';
import { USER_DIRECTORY, USER_FEED, USER_STORE } from './user/user.ports';
import { ExportUsers } from './user-export/export-users';
import { UserExportController } from './user-export/user-export.controller';
import { WarehouseUploadArea } from './warehouse/warehouse-upload-area';

const WAREHOUSE = Symbol('gateway.warehouse');
const DISK_WATCHED = Symbol('gateway.disk-watched');

const migrations = [
  CreateToken,
  CreateIdempotency,
  OwnAndRotateToken,
  CreateUserAccount,
  CreateSession,
  CreateKnownDevice,
  TellWholeRolesApart,
];

const useCases = [
  KnownUsers,
  Passwords,
  CreateUser,
  ReadUsers,
  UpdateUser,
  SetPassword,
  Sessions,
  KnownDevices,
  Cookies,
  SessionOperations,
  SetCookies,
  JudgeSession,
  SignInByPassword,
  SignInThrottle,
  SignOut,
  SignInByProvider,
  AdoptIdentity,
  RecheckSession,
  TokenDirectory,
  JudgeSecret,
  ManageTokens,
  ReadUsage,
  ListJobs,
  FindAuthor,
  ReviewAccess,
  ExportUsers,
  FirstToken,
  Authenticate,
  Recorder,
  AnswerOnce,
  Admission,
  RequireKnown,
  ReadRequest,
  BrowserOf,
  CallService,
  FollowStream,
  ServeEndpoint,
  HttpMetrics,
  AnswerVisit,
  Routes,
];

/** Stores and notifications. */
const stores: Provider[] = [
  { provide: UPLOAD_AREA, useFactory: (it: Warehouse) => new WarehouseUploadArea(it), inject: [WAREHOUSE] },
  { provide: TOKEN_STORE, useClass: PostgresTokenStore },
  {
    provide: REVOCATION_FEED,
    useFactory: (it: NatsLink) => new NatsChangeFeed(it, 'token.revoked'),
    inject: [NatsLink],
  },
  { provide: USER_STORE, useClass: PostgresUserStore },
  {
    provide: USER_FEED,
    useFactory: (it: NatsLink) => new NatsChangeFeed(it, 'user.changed'),
    inject: [NatsLink],
  },
  { provide: USER_DIRECTORY, useExisting: KnownUsers },
  { provide: SESSION_STORE, useClass: PostgresSessionStore },
  { provide: DEVICE_STORE, useClass: PostgresDeviceStore },
  { provide: IDEMPOTENCY_STORE, useClass: PostgresIdempotencyStore },
  { provide: AUDIT_LOG, useClass: NatsAuditLog },
];

/** Limits from the configuration. */
const settings = (config: Config): Provider[] => [
  {
    provide: ATTEMPT_LIMITS,
    useFactory: (it: DataSource) =>
      postgresAttemptLimits(it, {
        perOrigin: config.SVC_SIGN_IN_ATTEMPTS,
        perLogin: config.SVC_SIGN_IN_ATTEMPTS_LOGIN,
        perAddress: config.SVC_SIGN_IN_ATTEMPTS_ADDRESS,
      }),
    inject: [DataSource],
  },
  {
    provide: IDENTITY_PROVIDER,
    useFactory: (log: ProviderLog) => OpenIdProvider.of(config, log),
    inject: [LOGGER],
  },
  {
    provide: AuditTrail,
    useFactory: (log: AuditLog) => new AuditTrail(log, () => performance.now(), config.SVC_AUDIT_PATIENCE_MS),
    inject: [AUDIT_LOG],
  },
  { provide: ParameterDigests, useFactory: () => ParameterDigests.open(config.SVC_AUDIT_SALT) },
  {
    provide: RateLimit,
    useFactory: () =>
      new RateLimit({ perPrincipal: config.SVC_RATE_LIMIT, perAddress: config.SVC_RATE_LIMIT_ANONYMOUS }),
  },
  { provide: UploadAllowance, useFactory: () => new UploadAllowance(config.SVC_UPLOADS_PER_CALLER_BYTES) },
  {
    provide: DISK_WATCHED,
    useFactory: (it: Warehouse, readiness: Readiness, metrics: PlatformMetrics) =>
      watchDisk(readiness, metrics, () => it.floor.report()),
    inject: [WAREHOUSE, Readiness, PlatformMetrics],
  },
];

/** The composition root of the gateway: the only file that names adapters. */
@Module({})
export class GatewayModule {
  static register(config: Config): DynamicModule {
    const warehouse = openWarehouse(config.SVC_WAREHOUSE, diskLimits(config));
    // Its users get the rejection; until then it must not count as unhandled.
    warehouse.catch(() => undefined);
    return {
      module: GatewayModule,
      imports: [
        PlatformModule.register({
          service: 'gateway',
          config,
          migrations,
          claimChecks: claimChecksIn(warehouse),
        }),
      ],
      controllers: [
        UserController,
        TokenController,
        UsageController,
        JobListController,
        AccessReviewController,
        UserExportController,
        AuthorController,
      ],
      providers: [{ provide: WAREHOUSE, useFactory: () => warehouse }, ...stores, ...settings(config), ...useCases],
    };
  }
}
