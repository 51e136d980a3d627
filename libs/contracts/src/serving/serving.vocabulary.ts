import { vocabulary } from '../vocabulary';

export const servingVocabulary = vocabulary({
  scopes: { 'serving:invoke': 'viewer', 'serving:read': 'viewer', 'serving:label': 'editor' },
  problems: {
    'no-champion': { status: 409, title: 'The model has no champion' },
    'not-servable': { status: 409, title: 'This version cannot be served' },
    'model-failed': { status: 500, title: 'The model failed' },
  },
});
