import { didYouMean } from '@svc/closest-name';
import type { ProblemItem, TableVersion, TrainingRequest } from '@svc/contracts';

export const MIN_ROWS = 20;
const CLASSIFICATION: ReadonlySet<string> = new Set(['accuracy', 'f1', 'log_loss', 'roc_auc']);
const WITH_ESTIMATORS: ReadonlySet<string> = new Set(['automl_light', 'tuner', 'ensemble']);

/** What is wrong with what a request names to learn from, and where to. */
export function sourceFaults(request: TrainingRequest): ProblemItem[] {
  const { rows, dataset, derivation, training_set: set, tracking_uri: tracking } = request;
  const faults: ProblemItem[] = [];
  if (set !== undefined)
    faults.push({
      pointer: '/body/training_set',
      message: 'needs the feature store, which this release does not have',
    });
  else if ([rows, dataset, derivation].filter((it) => it !== undefined).length !== 1)
    faults.push({ pointer: '/body', message: 'name one source: rows, a dataset or a derivation' });
  if (tracking !== undefined)
    faults.push({
      pointer: '/body/tracking_uri',
      message: 'cannot be chosen: the service keeps what it trains itself',
    });
  return faults;
}

/** Everything that is wrong with a request, before a job exists; `table` has the rows that it would train on. */
export function faultsOf(request: TrainingRequest, table: TableVersion): ProblemItem[] {
  return [...columnFaults(request, table), ...engineFaults(request), ...forecastFaults(request, table)];
}

function columnFaults(request: TrainingRequest, { columns, rows }: TableVersion): ProblemItem[] {
  const names = columns.map((it) => it.name);
  const { target, features = [], groups, time_col: time } = request;
  const said: (readonly [string, string])[] = [
    ['/body/target', target],
    ...features.map((it, i) => [`/body/features/${i}`, it] as const),
    ...(groups === undefined ? [] : [['/body/groups', groups] as const]),
    ...(time === undefined ? [] : [['/body/time_col', time] as const]),
  ];
  const faults = said.flatMap(([pointer, name]) => (names.includes(name) ? [] : [unknown(pointer, name, names)]));
  const taken = [target, groups].filter((it) => it !== undefined);
  for (const [i, name] of features.entries())
    if (taken.includes(name))
      faults.push({ pointer: `/body/features/${i}`, message: `is ${name === target ? 'the target' : 'the groups'}` });
  if (groups === target) faults.push({ pointer: '/body/groups', message: 'is the target' });
  if (time === target) faults.push({ pointer: '/body/time_col', message: 'is the target' });
  if (rows < MIN_ROWS)
    faults.push({ pointer: '/body', message: `the source has ${rows} rows; a model needs ${MIN_ROWS}` });
  return faults;
}

function unknown(pointer: string, name: string, names: readonly string[]): ProblemItem {
  return { pointer, message: `is no column of the source${didYouMean(name, names)}` };
}

function engineFaults({ engine, ensemble, estimator_list: list, metric, task }: TrainingRequest): ProblemItem[] {
  const faults: ProblemItem[] = [];
  if (engine === 'foundation' && task === 'auto')
    faults.push({ pointer: '/body/task', message: 'must be said for foundation, whose weights depend on it' });
  if (ensemble && engine !== 'automl_stack')
    faults.push({ pointer: '/body/ensemble', message: `is an option of automl_stack, not of ${engine}` });
  if (list !== undefined && !WITH_ESTIMATORS.has(engine))
    faults.push({ pointer: '/body/estimator_list', message: `is no option of ${engine}` });
  if (metric !== undefined && task !== 'auto' && CLASSIFICATION.has(metric) !== (task === 'classification'))
    faults.push({ pointer: '/body/metric', message: `does not score a ${task}` });
  return faults;
}

function forecastFaults(
  { task, engine, time_col: time, horizon }: TrainingRequest,
  { rows }: TableVersion,
): ProblemItem[] {
  if (task !== 'ts_forecast')
    return horizon === undefined ? [] : [{ pointer: '/body/horizon', message: 'is for the task ts_forecast' }];
  const faults: ProblemItem[] = [];
  if (engine !== 'automl_light')
    faults.push({ pointer: '/body/engine', message: `does not forecast; automl_light does` });
  if (time === undefined) faults.push({ pointer: '/body/time_col', message: 'is needed for a forecast' });
  if (horizon === undefined) faults.push({ pointer: '/body/horizon', message: 'is needed for a forecast' });
  else if (horizon > rows / 2)
    faults.push({ pointer: '/body/horizon', message: `is more than half of the ${rows} rows` });
  return faults;
}
