import { vocabulary } from '../vocabulary';

export const derivationVocabulary = vocabulary({
  scopes: {
    'derivation:read': 'viewer',
    'derivation:write': 'editor',
    'derivation:run': 'editor',
    'derivation:revoke': 'admin',
  },
  problems: {
    'invalid-claim': { status: 400, title: 'The claim is not well formed' },
    'invalid-contract': { status: 400, title: 'The contract is not well formed' },
    'invalid-source': { status: 400, title: 'The derivation source cannot be used' },
    'uncertified-source': { status: 409, title: 'The source is not certified now' },
    'no-claim': { status: 409, title: 'The derivation declares no claim' },
    'isolation-unavailable': { status: 503, title: 'This host cannot isolate a derivation' },
  },
});
