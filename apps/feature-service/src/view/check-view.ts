import { didYouMean } from '@svc/closest-name';
import type { Column, EntityDefinition, FeatureViewDefinition, ProblemItem } from '@svc/contracts';
import { foldedName } from '@svc/duckdb-sql';

/** Shown by the query path in every table of a retrieval; a source cannot have it as well. */
const RESERVED = 'file_row_number';
const TIMES: readonly string[] = ['date', 'timestamp', 'timestamptz'];
const KEY_TYPES = { string: 'string', integer: 'integer', float: 'number', boolean: 'boolean' } as const;

/** What a view is judged by. */
export interface ViewSurroundings {
  /** Those of its entities that its author sees. */
  readonly entities: ReadonlyMap<string, EntityDefinition>;
  /** All that its author sees, for "did you mean". */
  readonly entityNames: readonly string[];
  /** Of its source. */
  readonly columns: readonly Column[];
}

/** Everything that is wrong with a view, each with the pointer of the member; empty when it is good. */
export function checkView(view: FeatureViewDefinition, around: ViewSurroundings): readonly ProblemItem[] {
  return [
    ...around.columns.flatMap(({ name }) =>
      foldedName(name) === RESERVED
        ? [{ pointer: '/body/source', message: `has a column "${name}", a name that is reserved; rename it` }]
        : [],
    ),
    ...view.entities.flatMap((name, at) => problem(`/body/entities/${at}`, entityFault(view, at, name, around))),
    ...problem('/body/timestampField', timeFault(view, around.columns)),
    ...problem(
      '/body/ttlSeconds',
      view.ttlSeconds !== undefined && view.timestampField === undefined
        ? 'needs a timestampField, from which age is counted'
        : null,
    ),
    ...featureFaults(view, around),
  ];
}

/** The features of a view, in order: those it names, or every column that is neither a key nor the event time. */
export function featuresOf(
  view: FeatureViewDefinition,
  joinKeys: readonly string[],
  columns: readonly Column[],
): readonly { readonly name: string; readonly type: Column['type'] | null; readonly description: string }[] {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  if (view.features !== undefined)
    return view.features.map(({ name, description = '' }) => ({ name, type: types.get(name) ?? null, description }));
  const others = new Set([...joinKeys, view.timestampField]);
  return columns.filter(({ name }) => !others.has(name)).map(({ name, type }) => ({ name, type, description: '' }));
}

function entityFault(
  { entities, source }: FeatureViewDefinition,
  at: number,
  name: string,
  { entities: known, entityNames, columns }: ViewSurroundings,
): string | null {
  const entity = known.get(name);
  if (entity === undefined) return `there is no entity "${name}"${didYouMean(name, entityNames)}`;
  const { joinKey, valueType } = entity;
  const twin = entities.slice(0, at).find((other) => known.get(other)?.joinKey === joinKey);
  if (twin !== undefined) return `has the join key "${joinKey}", as "${twin}" has`;
  const column = columns.find((it) => it.name === joinKey);
  if (column === undefined) return `has the join key "${joinKey}", but ${lacks(source, joinKey, columns)}`;
  if (valueType !== undefined && column.type !== KEY_TYPES[valueType])
    return `has a join key of type ${valueType}, but "${joinKey}" of "${source}" is ${column.type}`;
  return null;
}

function timeFault({ timestampField, source }: FeatureViewDefinition, columns: readonly Column[]): string | null {
  if (timestampField === undefined) return null;
  const column = columns.find((it) => it.name === timestampField);
  if (column === undefined) return lacks(source, timestampField, columns);
  return TIMES.includes(column.type) ? null : `"${timestampField}" is ${column.type}; it must be a date or a timestamp`;
}

function featureFaults(view: FeatureViewDefinition, around: ViewSurroundings): readonly ProblemItem[] {
  const { columns, entities } = around;
  const keys = new Set([...entities.values()].map((it) => it.joinKey));
  if (view.features === undefined) {
    const left = featuresOf(view, [...keys], columns).length;
    return left > 0 ? [] : problem('/body/source', 'has no column besides the join keys and the event time');
  }
  const earlier = new Set<string>();
  return view.features.flatMap(({ name }, at) => {
    const twice = earlier.has(name);
    earlier.add(name);
    return problem(
      `/body/features/${at}/name`,
      twice ? `"${name}" is listed twice` : featureFault(name, view, keys, columns),
    );
  });
}

function featureFault(
  name: string,
  { timestampField, source }: FeatureViewDefinition,
  keys: ReadonlySet<string>,
  columns: readonly Column[],
): string | null {
  if (keys.has(name)) return `"${name}" is a join key, not a feature`;
  if (name === timestampField) return `"${name}" is the event time, not a feature`;
  return columns.some((it) => it.name === name) ? null : lacks(source, name, columns);
}

function lacks(source: string, column: string, columns: readonly Column[]): string {
  return `"${source}" has no column "${column}"${didYouMean(
    column,
    columns.map((it) => it.name),
  )}`;
}

function problem(pointer: string, message: string | null): readonly ProblemItem[] {
  return message === null ? [] : [{ pointer, message }];
}
