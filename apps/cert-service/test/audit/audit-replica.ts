import type { DynamicModule } from '@nestjs/common';
import { PlatformModule } from '@svc/platform';
import { CreateLease } from '../../migrations/create-lease';
import { AuditModule } from '../../src/audit/audit.module';
import { CreateAuditSegment } from '../../src/audit/retention/migrations/create-audit-segment';
import type { Config } from '../../src/config';

/** A replica of cert-service with the audit log and nothing else. */
export function auditReplica(config: Config): DynamicModule {
  return {
    module: class AuditReplica {},
    imports: [
      PlatformModule.register({ service: 'cert', config, migrations: [CreateLease, CreateAuditSegment] }),
      AuditModule,
    ],
  };
}
