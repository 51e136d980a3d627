import { noun } from '../noun';
import {
  listJsonMetrics,
  listJsonOptions,
  listJsonTagKeys,
  listJsonTagValues,
  listJsonVariable,
  queryJson,
  testJsonDatasource,
} from './json-datasource.endpoints';

export const jsonDatasourceNoun = noun({
  name: 'json-datasource',
  endpoints: {
    testJsonDatasource,
    listJsonMetrics,
    listJsonOptions,
    queryJson,
    listJsonVariable,
    listJsonTagKeys,
    listJsonTagValues,
  },
});
