import { noun } from '../noun';
import { createToken, listTokens, revokeToken, rotateToken, token, whoAmI } from './token.endpoints';
import { tokenVocabulary } from './token.vocabulary';

export const tokenNoun = noun({
  name: 'token',
  ...tokenVocabulary,
  endpoints: {
    createToken,
    listTokens,
    revokeToken,
    rotateToken,
    whoAmI,
  },
  schemas: {
    Token: token,
  },
});
