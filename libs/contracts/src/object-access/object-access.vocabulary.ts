import { vocabulary } from '../vocabulary';

export const objectAccessVocabulary = vocabulary({
  scopes: { 'access:manage': 'editor' },
});
