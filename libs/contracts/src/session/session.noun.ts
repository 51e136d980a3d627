import { noun } from '../noun';
import { beginOidc, finishOidc, getSession, getSignIn, signIn, signOut } from './session.endpoints';

export const sessionNoun = noun({
  name: 'session',
  endpoints: {
    getSignIn,
    signIn,
    getSession,
    signOut,
    beginOidc,
    finishOidc,
  },
});
