import { didYouMean } from '@svc/closest-name';
import type { Declared } from './claim';
import { EACH_ROW } from './each-row';
import { DIRECTION_WORDS, isDirection } from './direction';
import { isList, isObject, isStringList, type Problems } from './problem';
import { stated, unknownTerm, type VocabularyFact } from './vocabulary';

interface Reading {
  readonly columns: ReadonlySet<string>;
  readonly problems: Problems;
}

type Reader = (value: unknown, name: string, reading: Reading) => Partial<Declared>;

function at(name: string, ...rest: (string | number)[]): (string | number)[] {
  return ['declared', name, ...rest];
}

function mustBeColumn(column: string, path: readonly (string | number)[], { columns, problems }: Reading): boolean {
  if (columns.has(column)) return true;
  problems.add(path, `there is no column "${column}"${didYouMean(column, columns)}`);
  return false;
}

function text(value: unknown, name: string, { problems }: Reading): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return value;
  problems.add(at(name), 'must be a non-empty text');
  return undefined;
}

function column(value: unknown, name: string, reading: Reading): string | undefined {
  const found = text(value, name, reading);
  return found !== undefined && mustBeColumn(found, at(name), reading) ? found : undefined;
}

function columnList(value: unknown, name: string, reading: Reading): readonly string[] | undefined {
  const list = typeof value === 'string' ? [value] : value;
  if (!isStringList(list)) {
    reading.problems.add(at(name), 'must be a column or a list of columns');
    return undefined;
  }
  return list.map((item, i) => mustBeColumn(item, at(name, i), reading)).every(Boolean) ? list : undefined;
}

function count(value: unknown, name: string, { problems }: Reading): number | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  problems.add(at(name), 'must be a whole number, 1 or more');
  return undefined;
}

function columnOrPoint(
  value: unknown,
  path: readonly (string | number)[],
  reading: Reading,
): string | number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && (reading.columns.has(value) || /^\d{4}-\d{2}/.test(value))) return value;
  const hint = typeof value === 'string' ? didYouMean(value, reading.columns) : '';
  reading.problems.add(path, `must be a column, a date or a number${hint}`);
  return undefined;
}

function split(value: unknown, name: string, { problems }: Reading): Declared['intended_split'] {
  const shares = isList(value) ? value : isObject(value) ? Object.values(value) : null;
  const positive =
    shares !== null &&
    shares.length >= 2 &&
    shares.every((share) => typeof share === 'number' && share > 0 && Number.isFinite(share));
  if (!positive) {
    problems.add(at(name), 'must give each variant a positive share: [0.5, 0.5] or {"A": 0.9, "B": 0.1}');
    return undefined;
  }
  if (isList(value)) return value.map(Number);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([label, share]) => [label, Number(share)]))
    : undefined;
}

function featureTimes(value: unknown, name: string, reading: Reading): Declared['feature_times'] {
  if (!isObject(value)) {
    reading.problems.add(at(name), 'must map features to the column that says when each became known');
    return undefined;
  }
  const times: Record<string, string | number> = {};
  for (const [feature, when] of Object.entries(value)) {
    mustBeColumn(feature, at(name, feature), reading);
    const found = columnOrPoint(when, at(name, feature), reading);
    if (found !== undefined) times[feature] = found;
  }
  return times;
}

function number(value: unknown, name: string, { problems }: Reading): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  problems.add(at(name), 'must be a number');
  return undefined;
}

/** A closed word, with a note behind it if any. */
function term(name: VocabularyFact, value: unknown, reading: Reading): string | undefined {
  const found = text(value, name, reading);
  if (found === undefined || stated(name, found) !== null) return found;
  reading.problems.add(at(name), unknownTerm(name, found));
  return undefined;
}

function unit(value: unknown, name: string, reading: Reading): string | undefined {
  const found = text(value, name, reading);
  if (found === undefined || reading.columns.has(found) || EACH_ROW.has(found.toLowerCase())) return found;
  const known = [...reading.columns, ...EACH_ROW];
  reading.problems.add(
    at(name),
    `must be the column that identifies the unit, or "row" if every row is its own unit; there is no column "${found}"${didYouMean(found, known)}`,
  );
  return undefined;
}

function flag(value: unknown, name: string, { problems }: Reading): boolean | undefined {
  if (typeof value === 'boolean') return value;
  problems.add(at(name), 'must be true or false');
  return undefined;
}

function direction(value: unknown, name: string, reading: Reading): string | undefined {
  const found = text(value, name, reading);
  if (found === undefined || isDirection(found)) return found;
  reading.problems.add(
    at(name),
    `must be ">", "<", "B>A" with the names of two groups, or one of ${DIRECTION_WORDS.join(', ')}${didYouMean(found, DIRECTION_WORDS)}`,
  );
  return undefined;
}

function better(value: unknown, name: string, { problems }: Reading): Declared['better'] {
  if (value === 'higher' || value === 'lower') return value;
  problems.add(at(name), `must be higher or lower${didYouMean(String(value), ['higher', 'lower'])}`);
  return undefined;
}

/** Keeps the key out when there is no value: absent facts are absent. */
function fact<K extends keyof Declared>(key: K, value: Declared[K] | undefined): Partial<Declared> {
  const result: Partial<Record<K, Declared[K]>> = {};
  if (value !== undefined) result[key] = value;
  return { ...result };
}

const READERS: Readonly<Record<keyof Declared, Reader>> = {
  design: (v, _n, r) => fact('design', term('design', v, r)),
  assignment: (v, _n, r) => fact('assignment', term('assignment', v, r)),
  unit: (v, n, r) => fact('unit', unit(v, n, r)),
  claim_unit: (v, n, r) => fact('claim_unit', text(v, n, r)),
  cluster: (v, n, r) => fact('cluster', column(v, n, r)),
  independent_rows: (v, n, r) => fact('independent_rows', flag(v, n, r)),
  direction: (v, n, r) => fact('direction', direction(v, n, r)),
  threshold: (v, n, r) => fact('threshold', number(v, n, r)),
  margin: (v, n, r) => {
    const found = number(v, n, r);
    if (found !== undefined && found <= 0) r.problems.add(at(n), 'must be greater than zero');
    return fact('margin', found);
  },
  better: (v, n, r) => fact('better', better(v, n, r)),
  pre_treatment: (v, n, r) => fact('pre_treatment', columnList(v, n, r)),
  post_treatment: (v, n, r) => fact('post_treatment', columnList(v, n, r)),
  negative_controls: (v, n, r) => fact('negative_controls', columnList(v, n, r)),
  intended_split: (v, n, r) => fact('intended_split', split(v, n, r)),
  planned_rows: (v, n, r) => fact('planned_rows', count(v, n, r)),
  looks: (v, n, r) => fact('looks', count(v, n, r)),
  stopping: (v, _n, r) => fact('stopping', term('stopping', v, r)),
  family: (v, n, r) => fact('family', typeof v === 'number' ? count(v, n, r) : columnList(v, n, r)),
  attempts_on_this_data: (v, n, r) => fact('attempts_on_this_data', count(v, n, r)),
  units_started: (v, n, r) => fact('units_started', count(v, n, r)),
  population: (v, _n, r) => fact('population', term('population', v, r)),
  prediction_time: (v, n, r) => fact('prediction_time', columnOrPoint(v, at(n), r)),
  feature_times: (v, n, r) => fact('feature_times', featureTimes(v, n, r)),
  encoding_source: (v, _n, r) => fact('encoding_source', term('encoding_source', v, r)),
  raw_category: (v, n, r) => fact('raw_category', column(v, n, r)),
  treatment_start: (v, n, r) => fact('treatment_start', columnOrPoint(v, at(n), r)),
  goal_metric: (v, n, r) => fact('goal_metric', column(v, n, r)),
};

/** Names of all facts that can be declared. */
export const DECLARED_FACTS: readonly string[] = Object.keys(READERS);

function isFact(name: string): name is keyof Declared {
  return Object.hasOwn(READERS, name);
}

/** Reads `declared`; null values count as absent. */
export function readDeclared(value: unknown, columns: ReadonlySet<string>, problems: Problems): Declared {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) {
    problems.add(['declared'], 'must be an object of facts');
    return {};
  }
  let declared: Declared = {};
  for (const [name, given] of Object.entries(value)) {
    if (!isFact(name)) problems.add(at(name), `"${name}" is not a known fact${didYouMean(name, DECLARED_FACTS)}`);
    else if (given !== null) declared = { ...declared, ...READERS[name](given, name, { columns, problems }) };
  }
  return declared;
}
