import type { Claim, Column, TrainingRequest } from '@svc/contracts';

const TIMES: ReadonlySet<string> = new Set(['date', 'timestamp', 'timestamptz']);

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
    declared: {
      ...(groups === undefined ? {} : { unit: groups }),
      ...(time === undefined ? {} : timesOf(features, time, columns)),
      ...request.declared,
    },
  };
}

/** A feature that is a time itself must not come after the time of its row: what happens later is not known yet. */
function timesOf(features: readonly string[], time: string, columns: readonly Column[]): Claim['declared'] {
  const times = columns.filter(({ name, type }) => name !== time && features.includes(name) && TIMES.has(type));
  if (times.length === 0) return {};
  return { prediction_time: time, feature_times: Object.fromEntries(times.map(({ name }) => [name, name])) };
}
