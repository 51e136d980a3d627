import { vocabulary } from '../vocabulary';

export const dashboardVocabulary = vocabulary({
  scopes: {
    'dashboard:read': 'viewer',
    'dashboard:write': 'editor',
    'dashboard:publish': 'editor',
    'dashboard:delete': 'editor',
  },
  problems: { 'invalid-dashboard': { status: 400, title: 'The dashboard specification is not valid' } },
});
