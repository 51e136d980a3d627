import type { MetricDefinition } from '@svc/contracts';

/** The difference between two definitions, in a line for people: `measure.agg: sum → average; dimensions: +carrier −origin`. */
export function describeChange(before: MetricDefinition, after: MetricDefinition): string {
  const [old, now] = [flatten(before), flatten(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.flatMap((key) => changeOf(key, old.get(key), now.get(key))).join('; ');
}

type Leaf = string | readonly string[];

function changeOf(key: string, before: Leaf | undefined, after: Leaf | undefined): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (typeof before !== 'string' && typeof after !== 'string')
    return [`${key}: ${listChange(before ?? [], after ?? [])}`];
  return [`${key}: ${shown(before)} → ${shown(after)}`];
}

function listChange(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((it) => !before.includes(it)).map((it) => `+${it}`);
  const removed = before.filter((it) => !after.includes(it)).map((it) => `−${it}`);
  return [...added, ...removed].join(' ') || 'reordered';
}

function shown(leaf: Leaf | undefined): string {
  if (leaf === undefined) return 'none';
  const text = typeof leaf === 'string' ? leaf : leaf.join(', ');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function flatten(definition: MetricDefinition): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) leaves.set(path, value.map(String));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      leaves.set(path, String(value));
  };
  walk(definition, '');
  return leaves;
}
