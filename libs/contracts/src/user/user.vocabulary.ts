import { vocabulary } from '../vocabulary';

export const userVocabulary = vocabulary({
  scopes: { 'user:manage': 'admin' },
});
