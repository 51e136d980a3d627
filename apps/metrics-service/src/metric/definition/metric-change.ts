import { sha256Digest } from '@svc/audit-chain';
import { quotedList } from '@svc/closest-name';
import { type MetricDefinition, maySee, type Principal, ProblemError } from '@svc/contracts';
import { admitChange, admitPut, type Past, type PutRequest } from '@svc/platform';
import { refuse, refuseAll } from './compile-refusal';
import { checkDefinition, type SourceColumns } from './check-definition';
import { describeChange } from './describe-change';
import { type Definitions, isComplete, type MetricShape, sourcesOf, usersOf, withDefinition } from './metric';
import { shapeOf } from './metric-shape';
import type { ShownOn } from './shown-on';
import type { StoredMetric } from './stored-metric';

/** Every metric by name. */
export type Catalogue = ReadonlyMap<string, StoredMetric>;

/** The effect on the store. */
export type MetricChange =
  /** The definition is unchanged: nothing to write, no history to add. */
  | { readonly kind: 'keep'; readonly metric: StoredMetric }
  | { readonly kind: 'save'; readonly metric: StoredMetric; readonly author: string; readonly change: string }
  | { readonly kind: 'delete'; readonly metric: StoredMetric; readonly author: string };

/** The caller, the time, and the entity tag they have read. */
export type ChangeRequest = Omit<PutRequest, 'what' | 'otherwise'> & { readonly now: Date };

/** The definitions of a catalogue. */
export function definitionsOf(catalogue: Catalogue): Definitions {
  return {
    get: (name) => catalogue.get(name)?.definition,
    keys: () => catalogue.keys(),
    values: () => [...catalogue.values()].map((it) => it.definition),
  };
}

/** Those that a caller may see. Nothing is copied here either. */
export function definitionsSeen(catalogue: Catalogue, who: Principal): Definitions {
  const seen = (): StoredMetric[] => [...catalogue.values()].filter((it) => maySee(it, who));
  return {
    get: (name) => seenIn(catalogue, name, who)?.definition,
    keys: () => seen().map((it) => it.name),
    values: () => seen().map((it) => it.definition),
  };
}

/** The metric of that name, if `who` may see it. */
export function seenIn(catalogue: Catalogue, name: string, who: Principal): StoredMetric | undefined {
  const found = catalogue.get(name);
  return found !== undefined && maySee(found, who) ? found : undefined;
}

/** The shape of a definition within this catalogue; refuses one whose operands cannot be resolved. */
export function shapeIn(definitions: Definitions, definition: MetricDefinition): MetricShape {
  const result = shapeOf(definition, withDefinition(definitions, definition));
  if (!result.ok) throw refuseAll('invalid-metric', result.errors);
  return result.shape;
}

/**
 * The effect of putting `definition` into the current catalogue. Refuses what does not match the sources' columns, what
 * would break a dependent metric, and what would overwrite a change that the caller has not read. Metrics that the
 * caller may not see are no operands, but their names are taken and they are not broken.
 */
export function decidePut(
  definition: MetricDefinition,
  columns: SourceColumns,
  request: ChangeRequest,
  catalogue: Catalogue,
  past: Past,
): MetricChange {
  const { name, who } = request;
  const there = catalogue.get(name) ?? null;
  const { before, access, version, created } = admitPut({ what: 'metric', ...request }, there, past, (it) => it.etag);
  const shape = shapeIn(definitionsSeen(catalogue, who), definition);
  if (sourcesOf(shape).some((it) => !columns.has(it)))
    throw new ProblemError('conflict', 'A metric that this one uses was changed at the same time. Try again.');
  const problems = checkDefinition(definition, shape, columns);
  if (problems.length > 0) throw refuseAll('invalid-metric', problems);
  const etag = definitionEtag(definition);
  if (before?.etag === etag) return { kind: 'keep', metric: before };
  if (before !== null) refuseToBreakUsers(definition, columns, catalogue, who);
  const at = request.now.toISOString();
  const { owner, visibility, groups } = access;
  const dates = { created_at: before?.created_at ?? at, updated_at: at };
  return {
    kind: 'save',
    metric: { name, definition, version, etag, owner, visibility, groups, ...dates },
    author: who.id,
    change: before === null ? created : describeChange(before.definition, definition),
  };
}

/** The effect of a deletion: refused while another metric uses it, or a published dashboard shows it. */
export function decideDelete(
  request: ChangeRequest,
  catalogue: Catalogue,
  dashboards: readonly ShownOn[] = [],
): MetricChange {
  const there = catalogue.get(request.name) ?? null;
  const existing = admitChange({ what: 'metric', ...request }, there, (it) => it.etag);
  const users = usersOf(request.name, definitionsOf(catalogue));
  const seen = users.filter((it) => seenIn(catalogue, it, request.who) !== undefined);
  if (users.length > 0)
    throw new ProblemError(
      'in-use',
      `"${request.name}" is an operand of ${named(seen, users.length - seen.length)}. Delete or change that first.`,
      { data: { used_by: seen } },
    );
  const shown = dashboards.filter((it) => maySee(it, request.who)).map((it) => it.name);
  if (dashboards.length > 0)
    throw new ProblemError(
      'in-use',
      `"${request.name}" is shown to readers by the dashboards ${named(shown, dashboards.length - shown.length)}. Publish them without it first.`,
      { data: { shown_by: shown } },
    );
  return { kind: 'delete', metric: existing, author: request.who.id };
}

/** SHA-256 over the canonical JSON of the definition: the same definition has the same tag, whoever wrote it. */
function definitionEtag(definition: MetricDefinition): string {
  return sha256Digest(definition);
}

/** Dependents whose sources' columns are unknown are not checked: those have not changed. */
function refuseToBreakUsers(
  definition: MetricDefinition,
  columns: SourceColumns,
  catalogue: Catalogue,
  who: Principal,
): void {
  const [before, seen] = [definitionsOf(catalogue), definitionsSeen(catalogue, who)];
  const after = withDefinition(before, definition);
  let unseen = 0;
  for (const name of dependants(definition.name, before)) {
    const user = before.get(name);
    if (user === undefined) continue;
    const result = shapeOf(user, after);
    const [broken] = result.ok ? checkDefinition(user, result.shape, columns) : result.errors;
    if (broken === undefined) continue;
    if (seen.get(name) === undefined) unseen += 1;
    // The error may concern its other operands.
    else
      throw refuse(
        'invalid-metric',
        '/body',
        `would break "${name}"${isComplete(user, seen) ? `: ${broken.message}` : ', which also uses metrics that you may not see'}`,
      );
  }
  if (unseen > 0) throw refuse('invalid-metric', '/body', `would break ${named([], unseen)}`);
}

function dependants(name: string, definitions: Definitions): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (of: string): void => {
    for (const user of usersOf(of, definitions)) {
      if (found.has(user)) continue;
      found.add(user);
      visit(user);
    }
  };
  visit(name);
  return found;
}

function named(seen: readonly string[], unseen: number): string {
  const rest = unseen === 0 ? '' : `${unseen} that you may not see`;
  return seen.length === 0 ? rest : [quotedList(seen), ...(rest === '' ? [] : [rest])].join(' and ');
}
