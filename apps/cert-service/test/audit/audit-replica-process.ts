import { runService } from '@svc/platform';
import { configSchema } from '../../src/config';
import { auditReplica } from './audit-replica';

void runService({ service: 'cert', config: configSchema, module: auditReplica });
