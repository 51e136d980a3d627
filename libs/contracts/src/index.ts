export { type ComputeConfiguration, computeConfiguration, computeProfile } from './compute/compute-configuration';
export { mayCall, principal, ROLE_SCOPES, scope, SCOPES } from './access/access';
export type { Access, Principal, Scope } from './access/access';
export { type Role, role, ROLES } from './access/role';
export { coversSubject, SERVICE_RIGHTS, type ServiceRights } from './endpoint/service-rights';
export { auditEntry, type AuditEntry, auditRecord, type AuditRecord } from './audit/audit';
export { appendAudit, type AuditSegment, exportAuditSegment, getAuditCheckpoint } from './audit/audit.endpoints';
export { getAuditProof, leadAudit, listAudit, listAuditSegments, verifyAudit } from './audit/audit.endpoints';
export { certificate, type Certificate, certificatePayload, type CertificateStatus } from './certificate/certificate';
export { getCertificate, getCertificatePdf, getPublicKey, issueCertificate } from './certificate/certificate.endpoints';
export { verifyCertificate } from './certificate/certificate.endpoints';
export { type Dashboard, dashboard, type DashboardExport, type DashboardSummary } from './dashboard/dashboard';
export type { DashboardVersion, OfferedOptions, PageData, TileData } from './dashboard/dashboard';
export { exportGrafanaDashboard, queryMetricRows, readDashboardWidget } from './dashboard/grafana.endpoints';
export type { FlatRows } from './dashboard/grafana.endpoints';
export { type DashboardPage, type DashboardSpec, dashboardSpec } from './dashboard/dashboard-spec';
export { dashboardVariableValues, MAX_OPTIONS, variableOption } from './dashboard/dashboard-variable';
export type { DashboardVariable, VariableOption, VariableValue } from './dashboard/dashboard-variable';
export {
  type ChartWidget,
  type DashboardWidget,
  dashboardWidget,
  type DataWidget,
  type FilterWidget,
  GRID_COLUMNS,
  type MapWidget,
  type MetricWidget,
  type NumberFormat,
  type TableWidget,
  type TextWidget,
  type WidgetBind,
} from './dashboard/dashboard-widget';
export {
  deleteDashboard,
  exportDashboard,
  getDashboard,
  getDashboardSchema,
  getDashboardVersion,
  listDashboards,
  listDashboardVersions,
  listVariableOptions,
  publishDashboard,
  putDashboard,
  readDashboardPage,
  renderDashboardPage,
  renderDashboardPagePng,
  rollBackDashboard,
} from './dashboard/dashboard.endpoints';
export {
  type Column,
  column,
  columnType,
  type ColumnType,
  dataFormat,
  type DataFormat,
  type Dataset,
  dataset,
  type RowSet,
  type TableProfile,
  type ColumnProfile,
  tableVersion,
  type TableVersion,
} from './dataset/dataset';
export { heldByModels, heldByRuns } from './dataset/evidence.calls';
export { datasetForm, datasetVersion, deleteDataset, exportDataset, getDataset } from './dataset/dataset.endpoints';
export { listDatasets, listDatasetVersions, previewDataset, profileDataset } from './dataset/dataset.endpoints';
export { registerDataset, resolveDatasets, storeRows } from './dataset/dataset.endpoints';
export { type Client, type ClientCallOptions, type ClientInput, createClient } from './client/client';
export { type Download } from './client/client-call';
export { createSessionClient, type SessionClient, type SessionClientOptions } from './client/session-client';
export { type ClientOptions } from './client/client-transport';
export { type UploadSource } from './client/client-upload';
export { claim, type Claim, claimSuggestion, type ClaimSuggestion } from './attestation/claim';
export { participants, type Participants } from './attestation/participants';
export { attestation, type Attestation, estimate, verdict, type Verdict } from './attestation/attestation';
export {
  type BrokenFile,
  certification,
  change,
  type Change,
  type Derivation,
  derivation,
  manifest,
  type Manifest,
  type ParameterSet,
  projectFiles,
  type Revocation,
  revocation,
  run,
  type Run,
} from './derivation/derivation';
export {
  certifiedSource,
  type CertifiedSource,
  checkDerivation,
  deleteDerivation,
  describeDerivations,
  getDerivation,
  getRows,
  getRunPictures,
  listDerivations,
  listRuns,
  putDerivation,
  readersOfDataset,
  resolveDerivations,
  revokeDerivation,
  suggestClaim,
  takeOverDerivation,
  runDerivation,
} from './derivation/derivation.endpoints';
export {
  derivationExecution,
  describeProject,
  executionResult,
  type ExecutionResult,
  sampleTable,
  startExecution,
} from './derivation/execution.calls';
export { derivationExport, exportDerivation } from './export/export.endpoints';
export { claimSuggesting, derivationCheck, derivationRun, type RunResult } from './derivation/derivation-jobs';
export { endpoint, internalCall, SERVICES } from './endpoint/endpoint';
export type { Call, Endpoint, Method, RequestInput, RequestOf, ResponseOf, ServiceName } from './endpoint/endpoint';
export { api, type Api, endpoints } from './endpoints';
export {
  type EventBatch,
  eventId,
  eventStream,
  type EventStream,
  isEventStream,
  type StreamEvent,
} from './endpoint/event-stream';
export { fileReply, type FileReply } from './endpoint/file-reply';
export { jobKind, type JobKind } from './job/job-kind';
export { jobKinds } from './job-kinds';
export { JOB_KEY, pageJobs } from './job/page-jobs.call';
export { startJob } from './job/start-job.call';
export { isTerminal, job, jobId, jobProgress, jobState } from './job/job';
export type { Job, JobProgress, JobState, ListedJob } from './job/job';
export { cancelJob, getJob, listJobs, watchJob } from './job/job.endpoints';
export {
  type JsonFrame,
  type JsonQuery,
  type JsonTarget,
  listJsonMetrics,
  listJsonOptions,
  listJsonTagKeys,
  listJsonTagValues,
  listJsonVariable,
  queryJson,
  testJsonDatasource,
} from './json-datasource/json-datasource.endpoints';
export {
  DEFAULT_SET,
  digest,
  json,
  type Json,
  objectName,
  parseSource,
  sourceName,
  sourceOf,
  type SourceRef,
  timestamp,
} from './json';
export {
  type Aggregation,
  aggregation,
  AGGREGATIONS,
  type CumulativeMetric,
  type DerivedMetric,
  FILLS,
  grain,
  type Grain,
  GRAINS,
  metric,
  type Metric,
  metricAnswer,
  type MetricAnswer,
  metricCondition,
  type MetricCondition,
  metricDefinition,
  type MetricDefinition,
  metricFilter,
  type MetricFilter,
  metricQuery,
  type MetricQuery,
  provenance,
  type RatioMetric,
  type SimpleMetric,
} from './metric/metric';
export { metricOperands } from './metric/metric-operands';
export {
  checkMetric,
  compileMetric,
  deleteMetric,
  exportMetric,
  getMetric,
  listMetrics,
  metricHistory,
  putMetric,
  queryMetric,
} from './metric/metric.endpoints';
export { exportOsi, importOsi, type OsiDocument } from './metric/osi.endpoints';
export {
  type AccessChange,
  type AccessState,
  accessState,
  firstAccess,
  firstAccessQuery,
  groupName,
  maySee,
  mayShare,
  type ObjectAccess,
  objectAccess,
  requestedAccess,
  type SaidAccess,
  sightOf,
  VISIBILITIES,
  type Visibility,
  visibility,
} from './object-access/object-access';
export { OWNED_KINDS, type OwnedKind, ownedNounOf, reviewAccess } from './object-access/object-access.endpoints';
export type { ObjectExport, OwnedNoun } from './noun';
export { nouns } from './nouns';
export { putEntity } from './feature/entity.endpoints';
export { type EntityDefinition, entityDefinition } from './feature/entity';
export { featureStore, type FeatureStore, featureView, featureViewDefinition } from './feature/feature-view';
export type { FeatureViewDefinition, FeatureViewDetail } from './feature/feature-view';
export { modelNoun } from './model/model.noun';
export { CHAMPION, type Model, modelDefinition, type ModelDefinition } from './model/model';
export { ARTIFACT_TYPES, modelSchema, modelVersion, modelVersionDetail } from './model/model-version';
export type { ModelLineage, ModelSource, ModelVersion, ModelVersionDetail } from './model/model-version';
export { modelTraining, tableJudging, trainingRequest, type TrainingRequest } from './model/training';
export { type ModelArtifact, type ModelComparison, type ServingPath, servingPath } from './model/model-version';
export { servingNoun } from './serving/serving.noun';
export { inferenceLabel, invocation } from './serving/serving';
export type { AccuracyDay, InferenceLabel, InferenceRecord, Invocation, Predictions } from './serving/serving';
export { webhookNoun } from './webhook/webhook.noun';
export { deliveryState, webhookDefinition, webhookEvent, type WebhookEvent } from './webhook/webhook';
export type { DeliveryState, Webhook, WebhookDefinition, WebhookDelivery, WebhookEventType } from './webhook/webhook';
export { openApiDocument, type OpenApiDocument } from './openapi/openapi';
export { pageOf, pageQuery } from './endpoint/page';
export { issueText, jsonPointer, problemItems } from './problem/pointer';
export { isProblemCode, problem, ProblemError, problemItem, PROBLEMS } from './problem/problem';
export type { Problem, ProblemCode, ProblemItem } from './problem/problem';
export { type SavedQuery, savedQueryDefinition, type SavedQueryDefinition } from './saved-query/saved-query';
export { deleteSavedQuery, getSavedQuery, listSavedQueries, putSavedQuery } from './saved-query/saved-query.endpoints';
export { MAX_FILE_ROWS, MAX_ROWS, ROW_FILES, sqlValue } from './sql/sql';
export type { AnsweredQuery, DerivationDraft, QueryRecord, RowFile, SqlValue } from './sql/sql';
export {
  cancelSql,
  draftDerivation,
  getSql,
  listSql,
  MAX_QUERY_RECORDS,
  queryTables,
  recordQueries,
  runSql,
} from './sql/sql.endpoints';
export {
  type SignedIn,
  beginOidc,
  finishOidc,
  getSession,
  getSignIn,
  signIn,
  signOut,
} from './session/session.endpoints';
export { createToken, listTokens, revokeToken, rotateToken, token, type Token, whoAmI } from './token/token.endpoints';
export { computeUsage, getUsage, jobUsage, USAGE_CALLS } from './usage/usage.endpoints';
export { login, password, user, type User } from './user/user';
export {
  createUser,
  exportUsers,
  findAuthor,
  getUser,
  listUsers,
  setPassword,
  updateUser,
} from './user/user.endpoints';
export { getDatasetAccess, shareDataset } from './dataset/dataset.noun';
export { getDerivationAccess, shareDerivation } from './derivation/derivation.noun';
export { getMetricAccess, shareMetric } from './metric/metric.noun';
export { getDashboardAccess, shareDashboard } from './dashboard/dashboard.noun';
export { getSavedQueryAccess, shareSavedQuery } from './saved-query/saved-query.noun';
export { type OwnedKindParts } from './object-access/owned-kind';
export { isPlainPath, type MatchedCall, TRACKING_ENDPOINTS, TRACKING_PREFIX, trackingCall } from './tracking/tracking';
