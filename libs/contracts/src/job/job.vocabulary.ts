import { vocabulary } from '../vocabulary';

export const jobVocabulary = vocabulary({
  scopes: { 'job:read': 'viewer', 'job:cancel': 'editor' },
});
