import { type Column, isMissing } from '../table/column';
import type { Table } from '../table/table';
import { parseTime } from '../table/time-values';
import { wilsonInterval } from '../statistics/comparison/proportions';
import type { Constraints, ContractField, DataContract, FieldType } from './data-contract';

/** A clause proposed, and what in the data speaks for it. */
export interface ClauseEvidence {
  /** Pointer into the proposed contract. */
  readonly pointer: string;
  readonly evidence: string;
}

export interface SuggestedContract {
  readonly contract: DataContract;
  readonly evidence: readonly ClauseEvidence[];
}

const MAX_VALUES = 15;
const MIN_PRESENT = 20;
const MAX_SINGLETONS = 0.1;
/** Columns present less often are optional in practice. */
const OPTIONAL_BELOW = 0.2;

interface Profile {
  readonly present: number;
  readonly counts: ReadonlyMap<number, number>;
  readonly minimum: number;
}

/** Proposes a contract that the table satisfies, each clause with its evidence. A proposal: an author decides. */
export function suggestContract(table: Table): SuggestedContract {
  const evidence: ClauseEvidence[] = [];
  const profiles = table.columns.map((column) => profileOf(column, table.rowCount));
  const keys = table.columns.map((_, i) => isKey(profiles[i], table.rowCount));
  const primary = keys.indexOf(true);
  const fields = table.columns.map((column, i) =>
    suggestField(column, profiles[i] ?? EMPTY, table.rowCount, i, keys[i] === true && i !== primary, evidence),
  );
  if (primary >= 0)
    evidence.push({
      pointer: '/table/primaryKey',
      evidence: `${table.names[primary] ?? ''} is present and unique in ${table.rowCount} rows`,
    });
  evidence.push({ pointer: '/table/rowCount/min', evidence: `the table has ${table.rowCount} rows` });
  const primaryKey = primary >= 0 ? { primaryKey: [table.names[primary] ?? ''] } : {};
  return {
    contract: {
      specVersion: '1.1',
      kind: 'DataContract',
      fields,
      table: { ...primaryKey, rowCount: { min: Math.min(1, table.rowCount) } },
    },
    evidence,
  };
}

const EMPTY: Profile = { present: 0, counts: new Map(), minimum: NaN };

function profileOf(column: Column, rowCount: number): Profile {
  const counts = new Map<number, number>();
  let present = 0;
  let minimum = Infinity;
  for (let row = 0; row < rowCount; row++) {
    if (isMissing(column, row)) continue;
    present++;
    const key = column.type === 'string' ? (column.codes[row] ?? -1) : (column.values[row] ?? NaN);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (column.type !== 'string') minimum = Math.min(minimum, key);
  }
  return { present, counts, minimum };
}

function isKey(profile: Profile | undefined, rowCount: number): boolean {
  return profile !== undefined && rowCount > 1 && profile.present === rowCount && profile.counts.size === rowCount;
}

function suggestField(
  column: Column,
  profile: Profile,
  rowCount: number,
  index: number,
  unique: boolean,
  evidence: ClauseEvidence[],
): ContractField {
  const type = typeOf(column, profile);
  const say = (clause: string, words: string): void => {
    evidence.push({ pointer: `/fields/${index}/${clause}`, evidence: words });
  };
  say('type', `all ${profile.present} present values are ${type}`);
  const complete = profile.present / Math.max(1, rowCount);
  const required = complete >= OPTIONAL_BELOW && profile.present > 0;
  if (required) say('constraints/required', `${profile.present} of ${rowCount} values are present`);
  if (unique) say('constraints/unique', `${profile.counts.size} distinct values in ${rowCount} rows`);
  const positive = (type === 'integer' || type === 'number') && profile.present > 0 && profile.minimum >= 0;
  if (positive) say('constraints/minimum', `the smallest value is ${profile.minimum}`);
  const values = type === 'string' ? enumOf(column, profile) : null;
  if (values !== null) say('constraints/enum', `${values.length} distinct values in ${profile.present}`);
  const constraints: Constraints = {
    ...(required ? { required } : {}),
    ...(unique ? { unique } : {}),
    ...(positive ? { minimum: 0 } : {}),
    ...(values === null ? {} : { enum: values }),
  };
  const share = Math.floor(wilsonInterval(profile.present, Math.max(1, rowCount)).low * 100) / 100;
  const mostly = required && complete < 1 ? { mostly: { required: share } } : {};
  if (required && complete < 1) say('mostly/required', `at least ${share} are present with 95% confidence`);
  return { name: column.name, type, ...(Object.keys(constraints).length > 0 ? { constraints } : {}), ...mostly };
}

function typeOf(column: Column, profile: Profile): FieldType {
  switch (column.type) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return profile.present > 0 && [...profile.counts.keys()].every(Number.isInteger) ? 'integer' : 'number';
    case 'time':
      return profile.present > 0 && [...profile.counts.keys()].every((time) => time % 86_400_000 === 0)
        ? 'date'
        : 'datetime';
    case 'string': {
      const used = column.levels.filter((_, code) => profile.counts.has(code));
      if (used.length === 0) return 'string';
      if (used.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(parseTime(text)))) return 'date';
      return used.every((text) => text.length > 10 && !Number.isNaN(parseTime(text))) ? 'datetime' : 'string';
    }
  }
}

function enumOf(column: Column, { present, counts }: Profile): readonly string[] | null {
  if (column.type !== 'string' || present < MIN_PRESENT || counts.size > MAX_VALUES) return null;
  const singletons = [...counts.values()].filter((count) => count === 1).length;
  if (singletons > MAX_SINGLETONS * counts.size) return null;
  return column.levels.filter((_, code) => counts.has(code)).sort();
}
