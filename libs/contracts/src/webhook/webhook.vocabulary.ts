import { vocabulary } from '../vocabulary';

export const webhookVocabulary = vocabulary({
  scopes: { 'webhook:manage': 'admin' },
});
