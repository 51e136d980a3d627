import { noun } from '../noun';
import { createToken, listTokens, revokeToken, rotateToken, token, whoAmI } from './token.endpoints';

export const tokenNoun = noun({
  name: 'token',
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
