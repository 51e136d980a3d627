// Written by "npm run noun": only the order is by hand, which readers of help and documents see.
import type { CommandGroup } from './command/command';
import { ACCESS_COMMANDS } from './access/access-commands';
import { AUDIT_COMMANDS } from './audit/audit-commands';
import { CERTIFICATE_COMMANDS } from './certificate/certificate-commands';
import { CLAIM_COMMANDS } from './claim/claim-commands';
import { DASHBOARD_COMMANDS } from './dashboard/dashboard-commands';
import { DATASET_COMMANDS } from './dataset/dataset-commands';
import { DEMO_COMMANDS } from './demo/demo-commands';
import { DERIVATION_COMMANDS } from './derivation/derivation-commands';
import { FEATURE_COMMANDS } from './feature/feature-commands';
import { JOB_COMMANDS } from './job/job-commands';
import { METRIC_COMMANDS } from './metric/metric-commands';
import { MODEL_COMMANDS } from './model/model-commands';
import { ORACLE_COMMANDS } from './oracle/oracle-commands';
import { PROJECT_COMMANDS } from './project/project-commands';
import { SQL_COMMANDS } from './sql/sql-commands';
import { TOKEN_COMMANDS } from './token/token-commands';
import { USAGE_COMMANDS } from './usage/usage-commands';
import { USER_COMMANDS } from './user/user-commands';
import { WEBHOOK_COMMANDS } from './webhook/webhook-commands';

/** Every command, by noun. Its code is loaded when it runs, so that starting stays fast. */
export const GROUPS: readonly CommandGroup[] = [
  PROJECT_COMMANDS,
  DATASET_COMMANDS,
  DERIVATION_COMMANDS,
  CERTIFICATE_COMMANDS,
  METRIC_COMMANDS,
  SQL_COMMANDS,
  DASHBOARD_COMMANDS,
  FEATURE_COMMANDS,
  MODEL_COMMANDS,
  WEBHOOK_COMMANDS,
  TOKEN_COMMANDS,
  USER_COMMANDS,
  ACCESS_COMMANDS,
  JOB_COMMANDS,
  ORACLE_COMMANDS,
  CLAIM_COMMANDS,
  AUDIT_COMMANDS,
  DEMO_COMMANDS,
  USAGE_COMMANDS,
];
