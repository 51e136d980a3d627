import { vocabulary } from '../vocabulary';

export const tokenVocabulary = vocabulary({
  scopes: { 'token:own': 'viewer', 'token:manage': 'admin' },
});
