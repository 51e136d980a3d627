import { type DashboardPage, type DashboardSpec, type DashboardWidget, type MetricCondition, type ProblemItem } from '@svc/contracts';
import { didYouMean, quotedList } from '../metric/closest-name';
import { referenceIn } from './bind-variables';
import { controlProblem, valueProblem } from './variable-value';

/** A page's tiles are asked in one call, and a version's in one check. */
const MOST_TILES = 200;
/** What a tile needs for its content and, under it, for the certificate: a number without its proof is not shown. */
const SMALLEST: Readonly<Record<DashboardWidget['type'], { readonly w: number; readonly h: number }>> = {
  metric: { w: 3, h: 3 }, chart: { w: 5, h: 6 }, table: { w: 4, h: 4 }, text: { w: 2, h: 1 },
};
/** Paths of the API have taken these names. */
const TAKEN = ['schema'];

/** Everything about a specification that is wrong whatever its sources are. Pointers begin at the specification. */
export function checkSpec(spec: DashboardSpec): readonly ProblemItem[] {
  const widgets = spec.pages.flatMap((page, at) => page.widgets.map((widget, index) => ({ name: widget.id, pointer: `/pages/${at}/widgets/${index}` })));
  const tooMany = widgets.length > MOST_TILES ? [{ pointer: '/pages', message: `hold ${widgets.length} widgets; the most is ${MOST_TILES}` }] : [];
  const taken = TAKEN.includes(spec.name) ? [{ pointer: '/name', message: `"${spec.name}" is a path of the API; give the dashboard another name` }] : [];
  return [
    ...taken, ...tooMany, ...unfitTexts(spec, ''),
    ...repeated(spec.variables.map((it, index) => ({ name: it.name, pointer: `/variables/${index}` })), 'name'),
    ...repeated(spec.pages.map((it, index) => ({ name: it.name, pointer: `/pages/${index}` })), 'name'),
    ...repeated(widgets, 'id'),
    ...spec.variables.flatMap((it, index) => [
      ...problem(`/variables/${index}/control`, controlProblem(it)),
      ...problem(`/variables/${index}/default`, valueProblem(it, it.default)),
      ...(it.options?.values ?? []).flatMap(({ value }, at) => problem(`/variables/${index}/options/values/${at}/value`, valueProblem({ ...it, control: 'search', options: undefined }, value))),
    ]),
    ...spec.pages.flatMap((page, at) => [...overlaps(page, `/pages/${at}`), ...page.widgets.flatMap((widget, index) => widgetProblems(widget, spec, `/pages/${at}/widgets/${index}`))]),
  ];
}

function problem(pointer: string, message: string | null): ProblemItem[] {
  return message === null ? [] : [{ pointer, message }];
}

function repeated(named: readonly { readonly name: string; readonly pointer: string }[], member: string): ProblemItem[] {
  return named.flatMap(({ name, pointer }, index) => {
    const first = named.findIndex((it) => it.name === name);
    return first < index ? [{ pointer: `${pointer}/${member}`, message: `"${name}" is taken by ${named[first]?.pointer ?? ''}` }] : [];
  });
}

function overlaps({ widgets }: DashboardPage, pointer: string): ProblemItem[] {
  return widgets.flatMap((widget, index) => {
    const below = widgets.slice(0, index).find((it) => meet(it, widget));
    return below === undefined ? [] : [{ pointer: `${pointer}/widgets/${index}/gridPos`, message: `lies over "${below.id}"` }];
  });
}

function meet({ gridPos: a }: DashboardWidget, { gridPos: b }: DashboardWidget): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function widgetProblems(widget: DashboardWidget, spec: DashboardSpec, pointer: string): ProblemItem[] {
  const { w, h } = SMALLEST[widget.type];
  const small = widget.gridPos.w < w || widget.gridPos.h < h;
  return [...problem(`${pointer}/gridPos`, small ? `is too small for a ${widget.type}: at least ${w} wide and ${h} high` : null), ...references(widget, spec, pointer)];
}

/** Every `$name` must be a variable; a text that begins with a dollar sign says so. */
function references(widget: DashboardWidget, { variables }: DashboardSpec, pointer: string): ProblemItem[] {
  if (widget.type === 'text') return [];
  const names = variables.map((it) => it.name);
  const check = (text: unknown, at: string): ProblemItem[] => {
    const name = typeof text === 'string' ? referenceIn(text) : null;
    if (name === null || names.includes(name)) return [];
    return [{ pointer: at, message: `there is no variable "${name}"; ${didYouMean(name, names)}Variables: ${quotedList(names)}. A text that begins with a dollar sign is written "$$…"` }];
  };
  const visit = (condition: MetricCondition, at: string): ProblemItem[] => {
    if ('and' in condition) return condition.and.flatMap((it, index) => visit(it, `${at}/and/${index}`));
    if ('or' in condition) return condition.or.flatMap((it, index) => visit(it, `${at}/or/${index}`));
    if ('not' in condition) return visit(condition.not, `${at}/not`);
    return Array.isArray(condition.value) ? condition.value.flatMap((it, index) => check(it, `${at}/value/${index}`)) : check(condition.value, `${at}/value`);
  };
  return widget.bind.filters.flatMap((it, index) => visit(it, `${pointer}/bind/filters/${index}`));
}

/** U+0000 and half a character are legal in JSON and in no Postgres text. */
const UNFIT = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function unfitTexts(value: unknown, pointer: string): ProblemItem[] {
  if (typeof value === 'string') return UNFIT.test(value) ? [{ pointer, message: 'holds a character that is not text' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unfitTexts(item, `${pointer}/${key}`));
}
