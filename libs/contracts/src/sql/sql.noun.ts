import { noun } from '../noun';
import { cancelSql, draftDerivation, getSql, listSql, runSql } from './sql.endpoints';
import { sqlVocabulary } from './sql.vocabulary';

export const sqlNoun = noun({
  name: 'sql',
  ...sqlVocabulary,
  endpoints: {
    runSql,
    listSql,
    draftDerivation,
    getSql,
    cancelSql,
  },
});
