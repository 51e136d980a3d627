import { vocabulary } from '../vocabulary';

export const metricVocabulary = vocabulary({
  scopes: { 'metric:read': 'viewer', 'metric:write': 'editor', 'metric:delete': 'editor', 'metric:query': 'viewer' },
  problems: {
    'undeclared-dimension': { status: 400, title: 'The metric does not declare this column' },
    'invalid-metric': { status: 400, title: 'The metric definition is not valid' },
  },
});
