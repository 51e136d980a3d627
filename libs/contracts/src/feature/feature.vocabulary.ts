import { vocabulary } from '../vocabulary';

export const featureVocabulary = vocabulary({
  scopes: { 'feature:read': 'viewer', 'feature:write': 'editor' },
  problems: { 'invalid-view': { status: 400, title: 'The feature view does not fit its source' } },
});
