import { vocabulary } from '../vocabulary';

export const certificateVocabulary = vocabulary({
  scopes: { 'certificate:read': 'viewer', 'certificate:issue': 'editor' },
  problems: {
    'invalid-signature': { status: 400, title: 'The certificate does not verify' },
    'stale-certificate': { status: 409, title: 'The certificate is authentic but out of date' },
    revoked: { status: 409, title: 'The certificate was revoked' },
  },
});
