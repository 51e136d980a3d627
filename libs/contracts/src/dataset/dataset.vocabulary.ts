import { vocabulary } from '../vocabulary';

export const datasetVocabulary = vocabulary({
  scopes: { 'dataset:read': 'viewer', 'dataset:write': 'editor', 'dataset:delete': 'editor' },
  problems: { 'bad-rows': { status: 400, title: 'Some rows cannot be read' } },
});
