import {
  type MetricDefinition,
  metricOperands,
  type Principal,
  ProblemError,
  type ProblemItem,
  type SaidAccess,
} from '@svc/contracts';
import type { Past } from '@svc/platform';
import type { SourceColumns } from '../metric/definition/check-definition';
import {
  type Catalogue,
  decidePut,
  definitionsSeen,
  type MetricChange,
  seenIn,
} from '../metric/definition/metric-change';
import { type Definitions, sourcesOf } from '../metric/definition/metric';
import { shapeOf } from '../metric/definition/metric-shape';
import type { StoredMetric } from '../metric/definition/stored-metric';
import { refuseUnstorable } from '../metric/definition/storable-definition';
import type { ReadItem } from './read-osi';

/** The known sources, and how to treat existing metrics and unavailable sources. */
export interface ImportTerms {
  readonly columns: SourceColumns;
  /** Why a derivation cannot be used. */
  readonly uncertified: ReadonlyMap<string, string>;
  readonly who: Principal;
  readonly now: Date;
  readonly replace: boolean;
  /** The visibility of new metrics. */
  readonly said?: SaidAccess | undefined;
}

/** A metric that is not imported, and why. */
export interface Refused extends ProblemItem {
  readonly name: string;
  /** The metric's position in the document. */
  readonly metric: string;
  readonly cause: 'unreadable' | 'invalid' | 'uncertified' | 'exists';
}

export interface ImportDecision {
  readonly changes: readonly MetricChange[];
  readonly refused: readonly Refused[];
}

/** The effect of importing the items into the current catalogue: operands before their dependents. */
export function decideImport(
  items: readonly ReadItem[],
  terms: ImportTerms,
  catalogue: Catalogue,
  past: (name: string) => Past,
): ImportDecision {
  const all = allDefinitions(items, terms.who, catalogue);
  const working = new Map(catalogue);
  const changes: MetricChange[] = [];
  const refused: Refused[] = [];
  const made = new Set<string>();
  for (const item of inOrder(items)) {
    const refuse = (why: Omit<Refused, 'name' | 'metric'>) =>
      refused.push({ ...why, name: item.name, metric: item.pointer });
    if ('problem' in item) {
      refuse({ cause: 'unreadable', ...item.problem });
      continue;
    }
    const twice = item.definitions.find(({ name }) => made.has(name));
    if (twice !== undefined) {
      const message = `needs the name "${twice.name}", which another metric of the document has`;
      refuse({ pointer: item.pointer, message, cause: 'invalid' });
      continue;
    }
    const before = item.definitions.map(({ name }) => [name, working.get(name)] as const);
    const decided = decideItem(item.definitions, item.pointer, { ...terms, all, past }, working);
    if ('cause' in decided) {
      refuse(decided);
      for (const [name, metric] of before) restore(working, name, metric);
      continue;
    }
    changes.push(...decided);
    for (const { name } of item.definitions) made.add(name);
  }
  return { changes, refused };
}

/** What the caller sees, overlaid with what the document defines. */
function allDefinitions(items: readonly ReadItem[], who: Principal, catalogue: Catalogue): Definitions {
  const wanted = new Map(
    items.flatMap((it) =>
      'definitions' in it ? it.definitions.map((definition) => [definition.name, definition] as const) : [],
    ),
  );
  const seen = [...definitionsSeen(catalogue, who).values()].map((it) => [it.name, it] as const);
  return new Map([...seen, ...wanted]);
}

function restore(working: Map<string, StoredMetric>, name: string, metric: StoredMetric | undefined): void {
  if (metric === undefined) working.delete(name);
  else working.set(name, metric);
}

interface ItemTerms extends ImportTerms {
  readonly all: Definitions;
  readonly past: (name: string) => Past;
}

type ItemDecision = readonly MetricChange[] | (ProblemItem & { readonly cause: Refused['cause'] });

/** Adds all definitions of a metric of the document to `working`; the caller removes them when one is refused. */
function decideItem(
  definitions: readonly MetricDefinition[],
  pointer: string,
  terms: ItemTerms,
  working: Map<string, StoredMetric>,
): ItemDecision {
  const changes: MetricChange[] = [];
  for (const definition of definitions) {
    const shape = shapeOf(definition, terms.all);
    if (!shape.ok) return { pointer, message: shape.errors[0]?.message ?? 'is wrong', cause: 'invalid' };
    const missing = sourcesOf(shape.shape).find((it) => !terms.columns.has(it));
    if (missing !== undefined)
      return {
        pointer,
        message: `"${missing}" is not certified: ${terms.uncertified.get(missing) ?? 'there is no derivation of that name.'}`,
        cause: 'uncertified',
      };
    try {
      refuseUnstorable(definition);
      const { name } = definition;
      const there = seenIn(working, name, terms.who) !== undefined;
      const guard = there ? { ifMatch: '*' } : { ifMatch: undefined, said: terms.said };
      const request = { name, who: terms.who, now: terms.now, ...guard };
      const change = decidePut(definition, terms.columns, request, working, terms.past(name));
      if (change.kind === 'save' && there && !terms.replace)
        return {
          pointer,
          message: `"${name}" exists with another definition; replace=true overwrites it`,
          cause: 'exists',
        };
      changes.push(change);
      working.set(name, change.metric);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { pointer, message: error.detail, cause: error.code === 'conflict' ? 'exists' : 'invalid' };
    }
  }
  return changes;
}

/** Operands first. Metrics in a cycle keep their place; their shape is refused. */
function inOrder(items: readonly ReadItem[]): readonly ReadItem[] {
  const byName = new Map(items.map((it) => [it.name, it]));
  const ordered = new Set<ReadItem>();
  const visited = new Set<ReadItem>();
  const visit = (item: ReadItem): void => {
    if (visited.has(item)) return;
    visited.add(item);
    for (const definition of 'definitions' in item ? item.definitions : []) {
      for (const name of metricOperands(definition)) {
        const operand = byName.get(name);
        if (operand !== undefined) visit(operand);
      }
    }
    ordered.add(item);
  };
  for (const item of items) visit(item);
  return [...ordered];
}
