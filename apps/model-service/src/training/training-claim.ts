import type { Claim, Column, TrainingRequest } from '@svc/contracts';

/** The columns that a model is to learn from. */
function featuresOf(request: TrainingRequest, columns: readonly Column[]): string[] {
  if (request.features !== undefined) return [...request.features];
  const others = new Set([
    request.target,
    request.groups,
    request.task === 'ts_forecast' ? request.time_col : undefined,
  ]);
  return columns.map((it) => it.name).filter((name) => !others.has(name));
}

/** What a model says of its data, for the oracle to judge: that the features predict the target, and do not give it away. */
export function trainingClaim(request: TrainingRequest, columns: readonly Column[]): Claim {
  const features = featuresOf(request, columns);
  const { target, groups, time_col: time } = request;
  return {
    question: `Do ${features.length === 1 ? String(features[0]) : `${features.length} features`} predict ${target}?`,
    kind: 'prediction',
    roles: { target, features, ...(time === undefined || features.includes(time) ? {} : { time }) },
    declared: groups === undefined ? {} : { unit: groups },
  };
}
