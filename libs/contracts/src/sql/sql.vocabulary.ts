import { vocabulary } from '../vocabulary';

export const sqlVocabulary = vocabulary({
  scopes: { 'sql:run': 'viewer' },
  problems: {
    'invalid-sql': { status: 400, title: 'The SQL statement is not accepted' },
    'query-timeout': { status: 400, title: 'The query took too long and was stopped' },
    'query-cancelled': { status: 400, title: 'The query was cancelled' },
    'query-out-of-memory': { status: 400, title: 'The query needs more memory than a worker may use' },
  },
});
