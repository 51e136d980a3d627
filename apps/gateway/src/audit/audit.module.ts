import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { NatsAuditLog } from './adapters/nats-audit-log';
import { AuditTrail } from './audit-trail';
import { AUDIT_LOG, type AuditLog } from './audit.ports';
import { ParameterDigests } from './parameter-digests';
import { Recorder } from './recorder';

/** Records every call in the audit log of cert-service. */
@Module({
  providers: [
    Recorder,
    { provide: AUDIT_LOG, useClass: NatsAuditLog },
    {
      provide: AuditTrail,
      useFactory: (log: AuditLog, config: Config) =>
        new AuditTrail(log, () => performance.now(), config.SVC_AUDIT_PATIENCE_MS),
      inject: [AUDIT_LOG, CONFIG],
    },
    {
      provide: ParameterDigests,
      useFactory: (config: Config) => ParameterDigests.open(config.SVC_AUDIT_SALT),
      inject: [CONFIG],
    },
  ],
  exports: [Recorder],
})
export class AuditModule {}
