import { isDeepStrictEqual } from 'node:util';
import type { DashboardPage, DashboardSpec } from '@svc/contracts';

/** What a new version changes, for its history: `title; variables: +origin; page overview: −trend, ~delays`. */
export function describeChange(before: DashboardSpec, after: DashboardSpec): string {
  const plain = (['title', 'description', 'theme', 'refresh'] as const).filter(
    (it) => !isDeepStrictEqual(before[it], after[it]),
  );
  const variables = differences(before.variables, after.variables, (it) => it.name);
  const pages = differences(
    before.pages.map(({ name }) => ({ name })),
    after.pages.map(({ name }) => ({ name })),
    (it) => it.name,
  );
  const inside = after.pages.flatMap((page) =>
    pageChange(
      before.pages.find((it) => it.name === page.name),
      page,
    ),
  );
  return [...plain, ...listed('variables', variables), ...listed('pages', pages), ...inside].join('; ') || 'order';
}

function pageChange(before: DashboardPage | undefined, after: DashboardPage): string[] {
  if (before === undefined) return [];
  const plain = (['title', 'columns'] as const).filter((it) => before[it] !== after[it]);
  return listed(`page ${after.name}`, [...plain, ...differences(before.widgets, after.widgets, (it) => it.id)]);
}

function listed(what: string, changes: readonly string[]): string[] {
  return changes.length === 0 ? [] : [`${what}: ${changes.join(', ')}`];
}

function differences<T>(before: readonly T[], after: readonly T[], nameOf: (it: T) => string): string[] {
  const old = new Map(before.map((it) => [nameOf(it), it]));
  const now = new Set(after.map(nameOf));
  const gone = [...old.keys()].filter((it) => !now.has(it)).map((it) => `−${it}`);
  const rest = after.flatMap((it) => {
    const name = nameOf(it);
    if (!old.has(name)) return [`+${name}`];
    return isDeepStrictEqual(old.get(name), it) ? [] : [`~${name}`];
  });
  return [...gone, ...rest];
}
