import {
  type DashboardPage,
  type DashboardSpec,
  type DashboardVariable,
  type DashboardWidget,
  GRID_COLUMNS,
  type ProblemItem,
} from '@svc/contracts';
import { checkReferences } from './check-references';
import { controlProblem, valueProblem } from '../variable/variable-value';

/** The tiles of a page are queried in one call, and those of a version checked in one. */
const MAX_TILES = 200;
/** The minimum size of a tile's content and, under it, its certificate: a number without its proof is not shown. In columns of a grid that has all of them. */
const MIN_SIZE: Readonly<Record<DashboardWidget['type'], { readonly w: number; readonly h: number }>> = {
  metric: { w: 3, h: 3 },
  chart: { w: 5, h: 6 },
  map: { w: 5, h: 6 },
  table: { w: 4, h: 4 },
  text: { w: 2, h: 1 },
  filter: { w: 3, h: 3 },
};
/** These names are taken by paths of the API. */
const TAKEN = ['schema'];

/** Every error in a specification that does not depend on its sources. Pointers begin at the specification. */
export function checkSpec(spec: DashboardSpec): readonly ProblemItem[] {
  const widgets = spec.pages.flatMap((page, at) =>
    page.widgets.map((widget, index) => ({ name: widget.id, pointer: `/pages/${at}/widgets/${index}` })),
  );
  const tooMany =
    widgets.length > MAX_TILES
      ? [{ pointer: '/pages', message: `have ${widgets.length} widgets; the maximum is ${MAX_TILES}` }]
      : [];
  const taken = TAKEN.includes(spec.name)
    ? [{ pointer: '/name', message: `"${spec.name}" is a path of the API; give the dashboard another name` }]
    : [];
  return [
    ...taken,
    ...tooMany,
    ...unfitTexts(spec, ''),
    ...repeatedNames(spec),
    ...repeated(widgets, 'id'),
    ...spec.variables.flatMap((it, index) => variableProblems(it, `/variables/${index}`)),
    ...spec.pages.flatMap((page, at) => [
      ...overlaps(page, `/pages/${at}`),
      ...page.widgets.flatMap((widget, index) => placeProblems(widget, page, `/pages/${at}/widgets/${index}/gridPos`)),
    ]),
    ...checkReferences(spec),
  ];
}

function repeatedNames(spec: DashboardSpec): ProblemItem[] {
  return [
    ...repeated(
      spec.variables.map((it, index) => ({ name: it.name, pointer: `/variables/${index}` })),
      'name',
    ),
    ...repeated(
      spec.pages.map((it, index) => ({ name: it.name, pointer: `/pages/${index}` })),
      'name',
    ),
  ];
}

function variableProblems(variable: DashboardVariable, pointer: string): ProblemItem[] {
  const option: DashboardVariable = { ...variable, control: 'search', options: undefined };
  return [
    ...problem(`${pointer}/control`, controlProblem(variable)),
    ...problem(`${pointer}/default`, valueProblem(variable, variable.default)),
    ...(variable.options?.values ?? []).flatMap(({ value }, at) =>
      problem(`${pointer}/options/values/${at}/value`, valueProblem(option, value)),
    ),
  ];
}

function problem(pointer: string, message: string | null): ProblemItem[] {
  return message === null ? [] : [{ pointer, message }];
}

function repeated(
  named: readonly { readonly name: string; readonly pointer: string }[],
  member: string,
): ProblemItem[] {
  return named.flatMap(({ name, pointer }, index) => {
    const first = named.findIndex((it) => it.name === name);
    return first < index
      ? [{ pointer: `${pointer}/${member}`, message: `"${name}" is taken by ${named[first]?.pointer ?? ''}` }]
      : [];
  });
}

function overlaps({ widgets }: DashboardPage, pointer: string): ProblemItem[] {
  return widgets.flatMap((widget, index) => {
    const below = widgets.slice(0, index).find((it) => meet(it, widget));
    return below === undefined
      ? []
      : [{ pointer: `${pointer}/widgets/${index}/gridPos`, message: `lies over "${below.id}"` }];
  });
}

function meet({ gridPos: a }: DashboardWidget, { gridPos: b }: DashboardWidget): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function placeProblems(
  { type, gridPos: { x, w, h } }: DashboardWidget,
  { columns = GRID_COLUMNS }: DashboardPage,
  pointer: string,
): ProblemItem[] {
  // With fewer columns each is wider.
  const least = { w: Math.ceil((MIN_SIZE[type].w * columns) / GRID_COLUMNS), h: MIN_SIZE[type].h };
  return [
    ...problem(`${pointer}/w`, x + w > columns ? `reaches over the right edge: the page has ${columns} columns` : null),
    ...problem(
      pointer,
      w < least.w || h < least.h ? `is too small for a ${type}: at least ${least.w} wide and ${least.h} high` : null,
    ),
  ];
}

/** U+0000 and lone surrogates are legal in JSON but not in Postgres text. */
const UNFIT = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function unfitTexts(value: unknown, pointer: string): ProblemItem[] {
  if (typeof value === 'string')
    return UNFIT.test(value) ? [{ pointer, message: 'contains a character that is not valid text' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unfitTexts(item, `${pointer}/${key}`));
}
