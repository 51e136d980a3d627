// Written by "npm run noun": only the order is by hand, which readers of help and documents see.
import { auditVocabulary } from './audit/audit.vocabulary';
import { certificateVocabulary } from './certificate/certificate.vocabulary';
import { dashboardVocabulary } from './dashboard/dashboard.vocabulary';
import { datasetVocabulary } from './dataset/dataset.vocabulary';
import { derivationVocabulary } from './derivation/derivation.vocabulary';
import { featureVocabulary } from './feature/feature.vocabulary';
import { jobVocabulary } from './job/job.vocabulary';
import { metricVocabulary } from './metric/metric.vocabulary';
import { modelVocabulary } from './model/model.vocabulary';
import { objectAccessVocabulary } from './object-access/object-access.vocabulary';
import { servingVocabulary } from './serving/serving.vocabulary';
import { sqlVocabulary } from './sql/sql.vocabulary';
import { tokenVocabulary } from './token/token.vocabulary';
import { userVocabulary } from './user/user.vocabulary';
import { webhookVocabulary } from './webhook/webhook.vocabulary';

/** The words of every noun that adds some, and of sharing. Apart from the nouns, whose schemas are made of these words. */
export const vocabularies = [
  datasetVocabulary,
  derivationVocabulary,
  certificateVocabulary,
  metricVocabulary,
  dashboardVocabulary,
  featureVocabulary,
  modelVocabulary,
  servingVocabulary,
  webhookVocabulary,
  sqlVocabulary,
  jobVocabulary,
  auditVocabulary,
  objectAccessVocabulary,
  tokenVocabulary,
  userVocabulary,
] as const;
