// Written by "npm run noun": only the order is by hand, which readers of help and documents see.
import { auditNoun } from './audit/audit.noun';
import { certificateNoun } from './certificate/certificate.noun';
import { dashboardNoun } from './dashboard/dashboard.noun';
import { datasetNoun } from './dataset/dataset.noun';
import { derivationNoun } from './derivation/derivation.noun';
import { entityNoun } from './feature/entity.noun';
import { exportNoun } from './export/export.noun';
import { featureViewNoun } from './feature/feature-view.noun';
import { jobNoun } from './job/job.noun';
import { jsonDatasourceNoun } from './json-datasource/json-datasource.noun';
import { metricNoun } from './metric/metric.noun';
import { modelNoun } from './model/model.noun';
import { savedQueryNoun } from './saved-query/saved-query.noun';
import { servingNoun } from './serving/serving.noun';
import { sessionNoun } from './session/session.noun';
import { sqlNoun } from './sql/sql.noun';
import { tokenNoun } from './token/token.noun';
import { usageNoun } from './usage/usage.noun';
import { userNoun } from './user/user.noun';
import { webhookNoun } from './webhook/webhook.noun';

/** Every noun of the API: its routes, client, OpenAPI names, sharing and access review come from here. */
export const nouns = [
  datasetNoun,
  derivationNoun,
  certificateNoun,
  exportNoun,
  metricNoun,
  dashboardNoun,
  jsonDatasourceNoun,
  entityNoun,
  featureViewNoun,
  modelNoun,
  servingNoun,
  webhookNoun,
  sqlNoun,
  savedQueryNoun,
  jobNoun,
  auditNoun,
  tokenNoun,
  usageNoun,
  userNoun,
  sessionNoun,
] as const;
