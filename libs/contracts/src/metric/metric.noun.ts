import { ownedKind } from '../object-access/owned-kind';
import { noun } from '../noun';
import {
  checkMetric,
  compileMetric,
  deleteMetric,
  exportMetric,
  getMetric,
  listMetrics,
  metricHistory,
  putMetric,
  queryMetric,
} from './metric.endpoints';
import { exportOsi, importOsi } from './osi.endpoints';
import {
  metric,
  metricAnswer,
  metricCondition,
  metricDefinition,
  metricFilter,
  metricQuery,
  provenance,
} from './metric';
import { metricVocabulary } from './metric.vocabulary';

/** Owner and visibility of a metric. */
const owned = ownedKind({ kind: 'metric', path: '/api/metrics', subject: 'svc.metrics.metric', reads: 'metric:read' });
export const { read: getMetricAccess, share: shareMetric } = owned;

export const metricNoun = noun({
  name: 'metric',
  ...metricVocabulary,
  endpoints: {
    listMetrics,
    exportOsi,
    importOsi,
    getMetric,
    putMetric,
    checkMetric,
    deleteMetric,
    queryMetric,
    compileMetric,
    metricHistory,
    exportMetric,
  },
  access: { getMetricAccess, shareMetric },
  schemas: {
    Metric: metric,
    MetricDefinition: metricDefinition,
    MetricFilter: metricFilter,
    MetricCondition: metricCondition,
    MetricQuery: metricQuery,
    MetricAnswer: metricAnswer,
    Provenance: provenance,
  },
  owned,
  life: {
    list: listMetrics,
    get: getMetric,
    put: putMetric,
    remove: deleteMetric,
    history: metricHistory,
    tombstone: true,
    historyLasts: true,
  },
  exports: { kind: 'metric', by: exportMetric, body: (it) => exportMetric.response.parse(it).metric.definition },
});
