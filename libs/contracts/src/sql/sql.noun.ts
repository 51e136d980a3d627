import { noun } from '../noun';
import { cancelSql, draftDerivation, getSql, listSql, runSql } from './sql.endpoints';

export const sqlNoun = noun({
  name: 'sql',
  endpoints: {
    runSql,
    listSql,
    draftDerivation,
    getSql,
    cancelSql,
  },
});
