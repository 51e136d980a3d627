import { vocabulary } from '../vocabulary';

export const modelVocabulary = vocabulary({
  scopes: {
    'model:read': 'viewer',
    'model:write': 'editor',
    'model:promote': 'editor',
    'model:delete': 'editor',
  },
});
