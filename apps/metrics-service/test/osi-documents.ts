import type { Column, Json } from '@svc/contracts';
import type { Catalogue } from '../src/metric/definition/metric-change';
import { decideImport, type ImportDecision } from '../src/osi/decide-import';
import { readOsi } from '../src/osi/read-osi';
import { validateOsi } from '../src/osi/validate-osi';

const sales: Column[] = [
  { name: 'amount', type: 'decimal(12,2)' },
  { name: 'day', type: 'date' },
  { name: 'Region "x"', type: 'string' },
  { name: 'items', type: 'integer' },
];

export const sources = new Map([
  ['sales', sales],
  [
    'visits',
    [
      { name: 'day', type: 'timestamptz' },
      { name: 'who', type: 'string' },
    ] satisfies Column[],
  ],
]);

export function imported(
  document: Record<string, Json>,
  known: ReadonlyMap<string, readonly Column[]> = sources,
  catalogue: Catalogue = new Map(),
  replace = false,
): ImportDecision & { readonly fields: readonly { readonly name: string }[] } {
  const validation = validateOsi(document);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  const { items, fields } = readOsi(validation.content, new Map(), {
    columns: known,
    uncertified: new Map([['secret', 'it was revoked.']]),
  });
  return {
    ...decideImport(
      items,
      {
        columns: known,
        uncertified: new Map(),
        who: { id: 'token:1', kind: 'token', role: 'editor', scopes: [], groups: [] },
        now: new Date(0),
        replace,
      },
      catalogue,
      () => ({ lastVersion: 0, access: null }),
    ),
    fields,
  };
}

export function catalogueOf({ changes }: ImportDecision): Catalogue {
  return new Map(changes.map((it) => [it.metric.name, it.metric]));
}
