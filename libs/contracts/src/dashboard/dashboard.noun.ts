import { ownedKind } from '../object-access/owned-kind';
import { noun } from '../noun';
import {
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
} from './dashboard.endpoints';
import { exportGrafanaDashboard, queryMetricRows, readDashboardWidget } from './grafana.endpoints';
import { dashboard, dashboardVersion, pageData, tileData } from './dashboard';
import { dashboardPage, dashboardSpec } from './dashboard-spec';
import { dashboardVariable, variableOption } from './dashboard-variable';
import { dashboardWidget, numberFormat, widgetBind, widgetInteractions } from './dashboard-widget';
import { dashboardVocabulary } from './dashboard.vocabulary';

/** Owner and visibility of a dashboard. */
const owned = ownedKind({
  kind: 'dashboard',
  path: '/api/dashboards',
  subject: 'svc.metrics.dashboard',
  reads: 'dashboard:read',
});
export const { read: getDashboardAccess, share: shareDashboard } = owned;

export const dashboardNoun = noun({
  name: 'dashboard',
  ...dashboardVocabulary,
  endpoints: {
    listDashboards,
    getDashboardSchema,
    getDashboard,
    putDashboard,
    deleteDashboard,
    listDashboardVersions,
    getDashboardVersion,
    publishDashboard,
    rollBackDashboard,
    listVariableOptions,
    readDashboardPage,
    renderDashboardPage,
    renderDashboardPagePng,
    exportDashboard,
    queryMetricRows,
    readDashboardWidget,
    exportGrafanaDashboard,
  },
  access: { getDashboardAccess, shareDashboard },
  schemas: {
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
  },
  owned,
  life: {
    list: listDashboards,
    get: getDashboard,
    put: putDashboard,
    remove: deleteDashboard,
    history: listDashboardVersions,
    tombstone: true,
    historyLasts: true,
  },
  exports: { kind: 'dashboard', by: exportDashboard, body: (it) => exportDashboard.response.parse(it).dashboard.spec },
});
