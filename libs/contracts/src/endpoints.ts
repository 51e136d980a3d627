import { exportAuditSegment, getAuditCheckpoint, getAuditProof, listAudit, listAuditSegments, verifyAudit } from './audit/audit.endpoints';
import { getCertificate, getCertificatePdf, getPublicKey, issueCertificate, verifyCertificate } from './certificate/certificate.endpoints';
import {
  deleteDashboard, exportDashboard, getDashboard, getDashboardSchema, getDashboardVersion, listDashboards, listDashboardVersions, listVariableOptions, publishDashboard, putDashboard, readDashboardPage,
  renderDashboardPage, renderDashboardPagePng, rollBackDashboard,
} from './dashboard/dashboard.endpoints';
import { exportGrafanaDashboard, queryMetricRows, readDashboardWidget } from './dashboard/grafana.endpoints';
import { getDataset, listDatasets, listDatasetVersions, previewDataset, profileDataset, registerDataset } from './dataset/dataset.endpoints';
import {
  checkDerivation, deleteDerivation, describeDerivations, getDerivation, getRows, getRunPictures, listDerivations, listRuns, putDerivation, revokeDerivation, runDerivation,
} from './derivation/derivation.endpoints';
import type { Endpoint } from './endpoint';
import { cancelJob, getJob, watchJob } from './job/job.endpoints';
import {
  listJsonMetrics, listJsonOptions, listJsonTagKeys, listJsonTagValues, listJsonVariable, queryJson, testJsonDatasource,
} from './json-datasource/json-datasource.endpoints';
import { checkMetric, compileMetric, deleteMetric, exportMetric, getMetric, listMetrics, metricHistory, putMetric, queryMetric } from './metric/metric.endpoints';
import { exportOsi, importOsi } from './metric/osi.endpoints';
import { deleteSavedQuery, getSavedQuery, listSavedQueries, putSavedQuery } from './saved-query/saved-query.endpoints';
import { cancelSql, draftDerivation, getSql, listSql, runSql } from './sql/sql.endpoints';
import {
  getDashboardAccess, getDatasetAccess, getDerivationAccess, getMetricAccess, getSavedQueryAccess, reviewAccess, shareDashboard, shareDataset, shareDerivation, shareMetric, shareSavedQuery,
} from './object-access/object-access.endpoints';
import { beginOidc, finishOidc, getSession, getSignIn, signIn, signOut } from './session/session.endpoints';
import { createToken, listTokens, revokeToken, rotateToken, whoAmI } from './token/token.endpoints';
import { getUsage } from './usage/usage.endpoints';
import { createUser, exportUsers, getUser, listUsers, setPassword, updateUser } from './user/user.endpoints';

/** Every HTTP operation of the service, by the name a client calls it. Literal paths come before templated ones. */
export const api = {
  registerDataset, listDatasets, getDataset, listDatasetVersions, previewDataset, profileDataset,
  describeDerivations, listDerivations, getDerivation, putDerivation, deleteDerivation, runDerivation, checkDerivation, listRuns, getRunPictures, getRows, revokeDerivation,
  getPublicKey, getCertificate, getCertificatePdf, issueCertificate, verifyCertificate,
  listMetrics, exportOsi, importOsi, getMetric, putMetric, checkMetric, deleteMetric, queryMetric, compileMetric, metricHistory, exportMetric,
  listDashboards, getDashboardSchema, getDashboard, putDashboard, deleteDashboard, listDashboardVersions, getDashboardVersion, publishDashboard, rollBackDashboard,
  listVariableOptions, readDashboardPage, renderDashboardPage, renderDashboardPagePng, exportDashboard, queryMetricRows, readDashboardWidget, exportGrafanaDashboard,
  testJsonDatasource, listJsonMetrics, listJsonOptions, queryJson, listJsonVariable, listJsonTagKeys, listJsonTagValues,
  runSql, listSql, draftDerivation, getSql, cancelSql,
  listSavedQueries, getSavedQuery, putSavedQuery, deleteSavedQuery,
  getJob, watchJob, cancelJob,
  listAudit, getAuditProof, getAuditCheckpoint, listAuditSegments, exportAuditSegment, verifyAudit,
  createToken, listTokens, revokeToken, rotateToken, whoAmI, getUsage,
  createUser, listUsers, exportUsers, getUser, updateUser, setPassword,
  getSignIn, signIn, getSession, signOut, beginOidc, finishOidc,
  getDatasetAccess, shareDataset, getDerivationAccess, shareDerivation, getMetricAccess, shareMetric, getDashboardAccess, shareDashboard, getSavedQueryAccess, shareSavedQuery, reviewAccess,
} as const;

export type Api = typeof api;

/** The same, as the gateway's loop, the OpenAPI document and the role matrix read it. */
export const endpoints: readonly Endpoint[] = Object.values(api);
