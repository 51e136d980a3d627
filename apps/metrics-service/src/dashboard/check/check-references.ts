import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type {
  DashboardSpec,
  DashboardVariable,
  DashboardWidget,
  DataWidget,
  MetricCondition,
  ProblemItem,
} from '@svc/contracts';
import { referenceIn } from '../variable/bind-variables';

/** The names that a specification may refer to. */
interface Names {
  readonly variables: readonly string[];
  readonly pages: readonly string[];
  readonly widgets: readonly string[];
}

const ESCAPE = 'A text that begins with a dollar sign is written "$$…"';

/** Every reference within a specification whose target does not exist. Pointers begin at the specification. */
export function checkReferences(spec: DashboardSpec): readonly ProblemItem[] {
  const names = {
    variables: spec.variables.map((it) => it.name),
    pages: spec.pages.map((it) => it.name),
    widgets: spec.pages.flatMap((page) => page.widgets.map((it) => it.id)),
  };
  return [
    ...spec.variables.flatMap((it, index) => adviceProblems(it, names, `/variables/${index}`)),
    ...spec.pages.flatMap((page, at) =>
      page.widgets.flatMap((it, index) => widgetProblems(it, names, `/pages/${at}/widgets/${index}`)),
    ),
  ];
}

function missing(
  kind: 'variable' | 'page' | 'widget',
  name: string,
  known: readonly string[],
  pointer: string,
): ProblemItem[] {
  if (known.includes(name)) return [];
  const heading = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}s`;
  return [
    {
      pointer,
      message: `there is no ${kind} "${name}"${didYouMeanOrStop(name, known)}${heading}: ${quotedList(known)}`,
    },
  ];
}

function adviceProblems(
  { appliesTo = '*', immune = [] }: DashboardVariable,
  { widgets }: Names,
  pointer: string,
): ProblemItem[] {
  const listed =
    appliesTo === '*'
      ? []
      : appliesTo.flatMap((it, index) => missing('widget', it, widgets, `${pointer}/appliesTo/${index}`));
  return [...listed, ...immune.flatMap((it, index) => missing('widget', it, widgets, `${pointer}/immune/${index}`))];
}

function widgetProblems(widget: DashboardWidget, names: Names, pointer: string): ProblemItem[] {
  switch (widget.type) {
    case 'text':
      return [];
    case 'filter':
      return missing('variable', widget.variable, names.variables, `${pointer}/variable`);
    default:
      return [
        ...filterProblems(widget, names, `${pointer}/bind/filters`),
        ...interactionProblems(widget, names, `${pointer}/interactions`),
      ];
  }
}

/** Every `$name` must be a variable; a text that begins with a dollar sign says so. */
function filterProblems({ bind }: DataWidget, { variables }: Names, pointer: string): ProblemItem[] {
  const check = (text: unknown, at: string): ProblemItem[] => {
    const name = typeof text === 'string' ? referenceIn(text) : null;
    return name === null
      ? []
      : missing('variable', name, variables, at).map((it) => ({ ...it, message: `${it.message}. ${ESCAPE}` }));
  };
  const visit = (condition: MetricCondition, at: string): ProblemItem[] => {
    if ('and' in condition) return condition.and.flatMap((it, index) => visit(it, `${at}/and/${index}`));
    if ('or' in condition) return condition.or.flatMap((it, index) => visit(it, `${at}/or/${index}`));
    if ('not' in condition) return visit(condition.not, `${at}/not`);
    return Array.isArray(condition.value)
      ? condition.value.flatMap((it, index) => check(it, `${at}/value/${index}`))
      : check(condition.value, `${at}/value`);
  };
  return bind.filters.flatMap((it, index) => visit(it, `${pointer}/${index}`));
}

/** Another dashboard may be created later, and is looked up when a reader follows the link. */
function interactionProblems(
  { bind, interactions = {} }: DataWidget,
  { variables, pages }: Names,
  pointer: string,
): ProblemItem[] {
  const { crossFilter, drillThrough, drillDown } = interactions;
  const [kind, target = ''] = drillThrough?.target.split(':') ?? [];
  return [
    ...Object.keys(crossFilter?.emit ?? {}).flatMap((it) =>
      missing('variable', it, variables, `${pointer}/crossFilter/emit/${it}`),
    ),
    ...(kind === 'page' ? missing('page', target, pages, `${pointer}/drillThrough/target`) : []),
    ...(drillThrough?.carry ?? []).flatMap((it, index) =>
      missing('variable', it, variables, `${pointer}/drillThrough/carry/${index}`),
    ),
    ...(drillDown === undefined
      ? []
      : [
          ...missing('variable', drillDown.param, variables, `${pointer}/drillDown/param`),
          ...(bind.metric === undefined
            ? [
                {
                  pointer: `${pointer}/drillDown`,
                  message: 'expects a metric: only a metric has dimensions to drill down by',
                },
              ]
            : []),
          ...drillDown.hierarchy.flatMap((it, index, all) =>
            all.indexOf(it) < index
              ? [{ pointer: `${pointer}/drillDown/hierarchy/${index}`, message: `"${it}" is a level already` }]
              : [],
          ),
        ]),
  ];
}
