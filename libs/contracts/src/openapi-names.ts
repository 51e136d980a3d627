import { z } from 'zod';
import { principal } from './access';
import { auditRecord } from './audit/audit';
import { certificate, certificatePayload } from './certificate/certificate';
import { dashboard, dashboardVersion, pageData, tileData } from './dashboard/dashboard';
import { dashboardPage, dashboardSpec } from './dashboard/dashboard-spec';
import { dashboardVariable, variableOption } from './dashboard/dashboard-variable';
import { dashboardWidget, numberFormat, widgetBind, widgetInteractions } from './dashboard/dashboard-widget';
import { column, dataset, rowSet } from './dataset/dataset';
import { claim } from './derivation/claim';
import { attestation, derivation, estimate, gateResult, manifest, run } from './derivation/derivation';
import { job } from './job/job';
import {
  metric,
  metricAnswer,
  metricCondition,
  metricDefinition,
  metricFilter,
  metricQuery,
  provenance,
} from './metric/metric';
import { accessState } from './object-access/object-access';
import { problem, problemItem } from './problem';
import { token } from './token/token.endpoints';
import { user } from './user/user';

const named = {
  Problem: problem,
  ProblemItem: problemItem,
  Principal: principal,
  Token: token,
  User: user,
  AccessState: accessState,
  Job: job,
  AuditRecord: auditRecord,
  Column: column,
  Dataset: dataset,
  RowSet: rowSet,
  Claim: claim,
  Manifest: manifest,
  Derivation: derivation,
  Run: run,
  Attestation: attestation,
  Estimate: estimate,
  GateResult: gateResult,
  Certificate: certificate,
  CertificatePayload: certificatePayload,
  Metric: metric,
  MetricDefinition: metricDefinition,
  MetricFilter: metricFilter,
  MetricCondition: metricCondition,
  MetricQuery: metricQuery,
  MetricAnswer: metricAnswer,
  Provenance: provenance,
  Dashboard: dashboard,
  DashboardSpec: dashboardSpec,
  DashboardPage: dashboardPage,
  DashboardVariable: dashboardVariable,
  DashboardWidget: dashboardWidget,
  WidgetBind: widgetBind,
  WidgetInteractions: widgetInteractions,
  NumberFormat: numberFormat,
  VariableOption: variableOption,
  DashboardVersion: dashboardVersion,
  PageData: pageData,
  TileData: tileData,
};

/** Schemas that the OpenAPI document names, so that readers and generated clients meet `Metric` and not its members over and over. */
export function openApiNames(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  return names;
}
