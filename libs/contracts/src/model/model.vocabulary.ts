import { vocabulary } from '../vocabulary';

export const modelVocabulary = vocabulary({
  scopes: {
    'model:read': 'viewer',
    'model:write': 'editor',
    'model:promote': 'editor',
    'model:delete': 'editor',
  },
  problems: {
    untrainable: { status: 400, title: 'No model can be trained on these rows' },
    'training-failed': { status: 500, title: 'The training failed' },
  },
});
