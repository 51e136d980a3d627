import { sha256Digest } from '@svc/audit-chain';
import { type Metric, type MetricDefinition, ProblemError } from '@svc/contracts';
import { quotedList } from './closest-name';
import { refuse, refuseAll } from './compile-refusal';
import { checkDefinition, type SourceColumns } from './check-definition';
import { describeChange } from './describe-change';
import { requireAbsent, requireMatch } from './if-match';
import { type Definitions, type MetricShape, sourcesOf, usersOf, withDefinition } from './metric';
import { shapeOf } from './metric-shape';

/** Every metric by name. */
export type Catalogue = ReadonlyMap<string, Metric>;

/** What to do to the store. */
export type MetricChange =
  /** The definition is the one there already: nothing to write, no history to add. */
  | { readonly kind: 'keep'; readonly metric: Metric }
  | { readonly kind: 'save'; readonly metric: Metric; readonly author: string; readonly change: string }
  | { readonly kind: 'delete'; readonly metric: Metric; readonly author: string };

/** Who asks for a change, when, and what they have seen of what is there. */
export interface ChangeRequest {
  readonly name: string;
  readonly author: string;
  readonly now: Date;
  readonly ifMatch: string | undefined;
}

/** The definitions of a catalogue. */
export function definitionsOf(catalogue: Catalogue): Definitions {
  return { get: (name) => catalogue.get(name)?.definition, keys: () => catalogue.keys(), values: () => [...catalogue.values()].map((it) => it.definition) };
}

/** The shape a definition would have in this catalogue; refuses one whose operands do not work out. */
export function shapeIn(catalogue: Catalogue, definition: MetricDefinition): MetricShape {
  const result = shapeOf(definition, withDefinition(definitionsOf(catalogue), definition));
  if (!result.ok) throw refuseAll('invalid-metric', result.errors);
  return result.shape;
}

/**
 * What putting `definition` means for the catalogue as it is now. Refuses what does not fit the sources' columns, what
 * would break a metric that stands on this one, and what would overwrite a change the caller has not seen.
 */
export function decidePut(definition: MetricDefinition, columns: SourceColumns, request: ChangeRequest, catalogue: Catalogue, lastVersion: number): MetricChange {
  const existing = catalogue.get(request.name);
  if (existing === undefined) requireAbsent(`Metric "${request.name}"`, request.ifMatch);
  else requireMatch(`Metric "${request.name}"`, existing.etag, request.ifMatch);
  const shape = shapeIn(catalogue, definition);
  if (sourcesOf(shape).some((it) => !columns.has(it))) throw new ProblemError('conflict', 'A metric that this one is made of was changed at the same moment. Try again.');
  const problems = checkDefinition(definition, shape, columns);
  if (problems.length > 0) throw refuseAll('invalid-metric', problems);
  if (existing !== undefined) refuseToBreakUsers(definition, columns, catalogue);
  const etag = definitionEtag(definition);
  if (existing?.etag === etag) return { kind: 'keep', metric: existing };
  const at = request.now.toISOString();
  const metric = { name: request.name, definition, version: lastVersion + 1, etag, owner: existing?.owner ?? request.author, created_at: existing?.created_at ?? at, updated_at: at };
  const again = lastVersion === 0 ? 'created' : 'created again';
  return { kind: 'save', metric, author: request.author, change: existing === undefined ? again : describeChange(existing.definition, definition) };
}

/** What deleting means: refused while another metric is made of it. */
export function decideDelete(request: ChangeRequest, catalogue: Catalogue): MetricChange {
  const existing = catalogue.get(request.name);
  if (existing === undefined) throw new ProblemError('not-found', `There is no metric "${request.name}".`);
  requireMatch(`Metric "${request.name}"`, existing.etag, request.ifMatch);
  const users = usersOf(request.name, definitionsOf(catalogue));
  if (users.length > 0) throw new ProblemError('in-use', `"${request.name}" is an operand of ${quotedList(users)}. Delete or change that first.`, { data: { used_by: [...users] } });
  return { kind: 'delete', metric: existing, author: request.author };
}

/** SHA-256 over the canonical JSON of the definition: the same definition has the same tag, whoever wrote it when. */
function definitionEtag(definition: MetricDefinition): string {
  return sha256Digest(definition);
}

/** What the sources of its users are not known to have is not looked at: it has not changed. */
function refuseToBreakUsers(definition: MetricDefinition, columns: SourceColumns, catalogue: Catalogue): void {
  const before = definitionsOf(catalogue);
  const after = withDefinition(before, definition);
  for (const name of dependants(definition.name, before)) {
    const user = before.get(name);
    if (user === undefined) continue;
    const result = shapeOf(user, after);
    const [broken] = result.ok ? checkDefinition(user, result.shape, columns) : result.errors;
    if (broken !== undefined) throw refuse('invalid-metric', '/body', `would break "${name}": ${broken.message}`);
  }
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
