import { noun } from '../noun';
import { ownedKind } from '../object-access/owned-kind';
import { featureView, featureViewDetail } from './feature-view';
import {
  deleteFeatureView,
  describeFeatureView,
  exportFeatureView,
  featureViewHistory,
  getFeatureView,
  listFeatureViews,
  putFeatureView,
} from './feature-view.endpoints';
import { featureVocabulary } from './feature.vocabulary';

const owned = ownedKind({
  kind: 'feature_view',
  path: '/api/features/views',
  subject: 'svc.feature.view',
  reads: 'feature:read',
});

export const featureViewNoun = noun({
  name: 'feature_view',
  ...featureVocabulary,
  endpoints: {
    listFeatureViews,
    getFeatureView,
    putFeatureView,
    deleteFeatureView,
    describeFeatureView,
    featureViewHistory,
    exportFeatureView,
  },
  access: { getFeatureViewAccess: owned.read, shareFeatureView: owned.share },
  schemas: { FeatureView: featureView, FeatureViewDetail: featureViewDetail },
  owned,
  life: {
    list: listFeatureViews,
    get: getFeatureView,
    put: putFeatureView,
    remove: deleteFeatureView,
    history: featureViewHistory,
    tombstone: true,
    historyLasts: true,
  },
  exports: {
    kind: 'feature_view',
    by: exportFeatureView,
    body: (it) => exportFeatureView.response.parse(it).object.definition,
  },
});
