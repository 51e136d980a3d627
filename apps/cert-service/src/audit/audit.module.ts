import { Module, type Provider } from '@nestjs/common';
import { CheckpointSigner, formatLogKey, openKeyFile } from '@svc/audit-chain';
import { CONFIG, ConfigError, LOGGER, PostgresLease } from '@svc/platform';
import { openWarehouse } from '@svc/warehouse';
import { GuardedPost } from '@svc/webhook';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { warehouseOf } from '../warehouse';
import { LeadSubject } from './adapters/lead-subject';
import { COMPILED_WORKER, VerifyProcess } from './adapters/verify-process';
import { WarehouseFiles } from './adapters/warehouse-files';
import { AnchorFeed } from './anchor/anchor-feed';
import { ANCHOR_PLAN, ANCHOR_QUEUE, type AnchorDestination } from './anchor/anchor.ports';
import { AnchorBucket } from './anchor/adapters/anchor-bucket';
import { AnchorDirectory } from './anchor/adapters/anchor-directory';
import { AnchorFile } from './anchor/adapters/anchor-file';
import { AnchorWebhook } from './anchor/adapters/anchor-webhook';
import { OutboxAnchors } from './anchor/adapters/outbox-anchors';
import { AppendAudit } from './append-audit';
import { AuditController } from './audit.controller';
import { AuditMetrics } from './audit-metrics';
import {
  AUDIT_FILES,
  AUDIT_LOG,
  AUDIT_LOG_KEY,
  AUDIT_PLACE,
  type AuditPlace,
  LEAD_CHANNEL,
  LEASE,
  LOG_VERIFIER,
} from './audit.ports';
import { CHECKPOINT_PACE, CheckpointRhythm } from './checkpoint-rhythm';
import { EvidenceController } from './evidence.controller';
import { ListRecords } from './list-records';
import { LogLeader } from './log-leader';
import { OpenLog } from './open-log';
import { ProvePreregistration } from './prove-preregistration';
import { ProveRecord } from './prove-record';
import { PostgresSegmentRegister } from './retention/adapters/postgres-segment-register';
import { RETENTION_RULE, SEGMENT_REGISTER } from './retention/retention.ports';
import { RetentionSchedule } from './retention/retention-schedule';
import { RetireSegments } from './retention/retire-segments';
import { SegmentArchive } from './retention/segment-archive';
import { VerifyAudit } from './verify-audit';

const adapters: Provider[] = [
  { provide: AUDIT_PLACE, useFactory: openAuditPlace, inject: [CONFIG] },
  {
    provide: AUDIT_LOG_KEY,
    useFactory: ({ signer }: AuditPlace) => formatLogKey(signer.logKey),
    inject: [AUDIT_PLACE],
  },
  { provide: AUDIT_LOG, useExisting: AppendAudit },
  { provide: LEASE, useFactory: openLease, inject: [CONFIG, LOGGER] },
  { provide: LEAD_CHANNEL, useClass: LeadSubject },
  {
    provide: LOG_VERIFIER,
    useFactory: (place: AuditPlace) => new VerifyProcess(place, COMPILED_WORKER),
    inject: [AUDIT_PLACE],
  },
  {
    provide: AUDIT_FILES,
    useFactory: async (config: Config) => new WarehouseFiles(await openWarehouse(warehouseOf(config))),
    inject: [CONFIG],
  },
  {
    provide: CHECKPOINT_PACE,
    useFactory: (config: Config) => ({
      records: config.SVC_CHECKPOINT_RECORDS,
      seconds: config.SVC_CHECKPOINT_SECONDS,
    }),
    inject: [CONFIG],
  },
  { provide: ANCHOR_QUEUE, useClass: OutboxAnchors },
  {
    provide: ANCHOR_PLAN,
    useFactory: (config: Config) => ({ destinations: destinations(config), seconds: config.SVC_ANCHOR_SECONDS }),
    inject: [CONFIG],
  },
  {
    provide: RETENTION_RULE,
    useFactory: (config: Config) => ({ days: config.SVC_AUDIT_RETENTION_DAYS ?? null }),
    inject: [CONFIG],
  },
  { provide: SEGMENT_REGISTER, useClass: PostgresSegmentRegister },
];

/** The audit log. Gives the rest of the service `AUDIT_LOG` and `AUDIT_LOG_KEY`. */
@Module({
  controllers: [AuditController, EvidenceController],
  providers: [
    AppendAudit,
    LogLeader,
    OpenLog,
    CheckpointRhythm,
    AnchorFeed,
    ListRecords,
    ProveRecord,
    ProvePreregistration,
    VerifyAudit,
    SegmentArchive,
    RetireSegments,
    RetentionSchedule,
    AuditMetrics,
    ...adapters,
  ],
  exports: [AUDIT_LOG, AUDIT_LOG_KEY, ProvePreregistration],
})
export class AuditModule {}

/** The log has a key of its own: whoever can issue certificates cannot rewrite the record of having done so. */
async function openAuditPlace(config: Config): Promise<AuditPlace> {
  const issuer = await openKeyFile(config.SVC_CERTIFICATE_KEY);
  const key = await openKeyFile(config.SVC_CHECKPOINT_KEY, { differentFrom: issuer.publicKey });
  const signer = new CheckpointSigner({
    key,
    name: `${config.SVC_ISSUER}/audit`,
    statePath: `${config.SVC_AUDIT_DIR}.signed`,
  });
  return { directory: config.SVC_AUDIT_DIR, segmentBytes: config.SVC_AUDIT_SEGMENT_BYTES, signer };
}

function openLease(config: Config, logger: Logger): PostgresLease {
  return new PostgresLease({
    url: config.SVC_POSTGRES_URL ?? '',
    service: 'cert',
    name: 'audit-log',
    report: (error) => logger.warn({ err: error }, 'the lease of the audit log was not obtained'),
  });
}

function destinations(config: Config): AnchorDestination[] {
  const {
    SVC_ANCHOR_FILE: file,
    SVC_ANCHOR_WEBHOOK: webhook,
    SVC_ANCHOR_STORE: store,
    SVC_ANCHOR_BUCKET: bucket,
  } = config;
  return [
    ...(file === undefined ? [] : [new AnchorFile(file)]),
    ...(webhook === undefined ? [] : [anchorWebhook(webhook, config.SVC_ANCHOR_WEBHOOK_LOOPBACK)]),
    ...(store === undefined ? [] : [new AnchorDirectory(store)]),
    ...(bucket === undefined
      ? []
      : [
          new AnchorBucket({
            url: bucket,
            endpoint: config.SVC_ANCHOR_BUCKET_ENDPOINT,
            region: config.SVC_ANCHOR_BUCKET_REGION,
            key: config.SVC_ANCHOR_BUCKET_KEY,
          }),
        ]),
  ];
}

function anchorWebhook(url: string, allowLoopback: boolean): AnchorWebhook {
  try {
    return new AnchorWebhook(new URL(url), new GuardedPost(allowLoopback));
  } catch (error) {
    throw new ConfigError([
      `SVC_ANCHOR_WEBHOOK is not usable: ${error instanceof Error ? error.message : String(error)}. Set it to an https URL of a public host.`,
    ]);
  }
}
