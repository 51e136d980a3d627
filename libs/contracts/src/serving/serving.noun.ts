import { noun } from '../noun';
import { accuracyDay, inferenceLabel, inferenceRecord, invocation, predictions } from './serving';
import { getAccuracy, invokeModel, labelInvocations, listInvocations } from './serving.endpoints';
import { servingVocabulary } from './serving.vocabulary';

/** Predictions of registered models, and the record of them. Who sees a model may ask it. */
export const servingNoun = noun({
  name: 'serving',
  ...servingVocabulary,
  endpoints: { invokeModel, listInvocations, labelInvocations, getAccuracy },
  schemas: {
    Invocation: invocation,
    Predictions: predictions,
    InferenceRecord: inferenceRecord,
    InferenceLabel: inferenceLabel,
    AccuracyDay: accuracyDay,
  },
});
