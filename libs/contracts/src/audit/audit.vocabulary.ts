import { vocabulary } from '../vocabulary';

export const auditVocabulary = vocabulary({
  scopes: { 'audit:read': 'admin' },
});
