import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Column, ColumnType, MetricDefinition, ProblemItem } from '@svc/contracts';
import { areJoinable, canAggregate, grainsFor, hasDate, kindOf } from './column-kind';
import { expressionType } from './expression/expression-type';
import { measuresOf, type Definitions, type Measure, type MetricShape } from './metric';

/** The columns of each source, by derivation name. */
export type SourceColumns = ReadonlyMap<string, readonly Column[]>;

/**
 * All errors in a definition given the columns of its sources: so a metric fails when it is
 * defined and not when somebody opens the dashboard. Empty for a valid one.
 */
export function checkDefinition(
  definition: MetricDefinition,
  shape: MetricShape,
  columns: SourceColumns,
): readonly ProblemItem[] {
  const own =
    definition.type === 'simple'
      ? checkSimple(definition, columns.get(definition.source) ?? [])
      : checkComposed(definition, shape, columns);
  return [...checkNames(definition, shape), ...own];
}

/**
 * The same for a metric that was valid when it was defined: its sources' columns may have changed. Messages name the metric.
 */
export function checkOperands(
  definition: MetricDefinition,
  shape: MetricShape,
  definitions: Definitions,
  columns: SourceColumns,
): readonly string[] {
  const simple = [...new Set(measuresOf(shape.expression).map((it) => it.metric))].flatMap((name) => {
    const operand = definitions.get(name);
    return operand?.type === 'simple'
      ? checkSimple(operand, columns.get(operand.source) ?? []).map((it) => `${name}: ${it.message}`)
      : [];
  });
  return simple.length > 0 || definition.type === 'simple'
    ? simple
    : checkComposed(definition, shape, columns).map((it) => `${definition.name}: ${it.message}`);
}

/** Answers carry the value under the metric's name, so no group key may have it; SQL names ignore case. */
function checkNames(definition: MetricDefinition, shape: MetricShape): readonly ProblemItem[] {
  const listed = definition.dimensions ?? [];
  const repeated = listed.flatMap((it, index) =>
    listed.indexOf(it) < index ? [{ pointer: `/body/dimensions/${index}`, message: `"${it}" is listed twice` }] : [],
  );
  const taken = [...shape.dimensions, ...(shape.time === null ? [] : [shape.time.name])].find(
    (it) => it.toLowerCase() === shape.name.toLowerCase(),
  );
  return taken === undefined
    ? repeated
    : [
        ...repeated,
        {
          pointer: '/body/name',
          message: `"${taken}" is also a column it can be grouped by; give the metric another name`,
        },
      ];
}

function checkSimple(
  definition: Extract<MetricDefinition, { type: 'simple' }>,
  columns: readonly Column[],
): readonly ProblemItem[] {
  const names = columns.map((it) => it.name);
  const known = (name: string, pointer: string): Column | ProblemItem =>
    columns.find((it) => it.name === name) ?? {
      pointer,
      message: `"${definition.source}" has no column "${name}"${didYouMeanOrStop(name, names)}Columns: ${quotedList(names)}`,
    };
  const { measure, timeDimension } = definition;
  const errors: (ProblemItem | null)[] = definition.dimensions.map((it, index) =>
    problemIn(known(it, `/body/dimensions/${index}`)),
  );
  if (measure.column !== undefined) {
    const column = known(measure.column, '/body/measure/column');
    errors.push(
      problemIn(column) ??
        ('type' in column && !canAggregate(measure.agg, kindOf(column.type))
          ? cannotAggregate(measure.agg, column, columns)
          : null),
    );
  }
  if (timeDimension !== undefined) {
    const column = known(timeDimension.column, '/body/timeDimension/column');
    errors.push(problemIn(column) ?? ('type' in column ? checkTime(column, timeDimension.grain) : null));
  }
  return errors.filter((it) => it !== null);
}

function problemIn(found: Column | ProblemItem): ProblemItem | null {
  return 'pointer' in found ? found : null;
}

function cannotAggregate(agg: string, column: Column, columns: readonly Column[]): ProblemItem {
  const fitting = columns.filter((it) => canAggregate('sum', kindOf(it.type))).map((it) => it.name);
  return {
    pointer: '/body/measure/column',
    message: `"${column.name}" is a ${column.type}, which has no ${agg}; numeric columns: ${quotedList(fitting)}`,
  };
}

function checkTime(column: Column, grain: string | undefined): ProblemItem | null {
  const kind = kindOf(column.type);
  if (!hasDate(kind))
    return {
      pointer: '/body/timeDimension/column',
      message: `"${column.name}" is a ${column.type}; a time dimension is a date or a timestamp`,
    };
  const grains = grainsFor(kind);
  return grain === undefined || grains.some((it) => it === grain)
    ? null
    : {
        pointer: '/body/timeDimension/grain',
        message: `a date cannot be truncated to ${grain}; grains: ${quotedList(grains)}`,
      };
}

/** The type of the column that a measure aggregates. */
export function measuredColumn(columns: SourceColumns): (measure: Measure) => ColumnType | null {
  return ({ source, column }) => columns.get(source)?.find((it) => it.name === column)?.type ?? null;
}

type Composed = Exclude<MetricDefinition, { type: 'simple' }>;

function checkComposed(definition: Composed, shape: MetricShape, columns: SourceColumns): readonly ProblemItem[] {
  const pointer = { ratio: '/body/numerator', derived: '/body/expression', cumulative: '/body/metric' }[
    definition.type
  ];
  const type = expressionType(shape.expression, measuredColumn(columns));
  const wrong = typeof type === 'string' ? [{ pointer, message: type }] : [];
  return [
    ...wrong,
    ...checkGrains(definition, shape, columns),
    ...checkShared(shape, (source, name) => columns.get(source)?.find((it) => it.name === name)),
  ];
}

/** Every grain in a definition must be possible for the time columns of all its sources. */
function checkGrains(definition: Composed, shape: MetricShape, columns: SourceColumns): readonly ProblemItem[] {
  const times = measuresOf(shape.expression).flatMap(
    (it) => columns.get(it.source)?.find((column) => column.name === it.timeColumn) ?? [],
  );
  const own =
    definition.type === 'cumulative'
      ? [['/body/window/grain', definition.window?.grain] as const, ['/body/toDate', definition.toDate] as const]
      : [];
  return [['/body/timeDimension/grain', definition.timeDimension?.grain] as const, ...own].flatMap(
    ([pointer, grain]) => {
      const coarse = grain === undefined ? undefined : times.find((it) => !grainsFor(kindOf(it.type)).includes(grain));
      return coarse === undefined
        ? []
        : [
            {
              pointer,
              message: `"${coarse.name}" is a ${coarse.type}, which has no ${grain}; grains: ${quotedList(grainsFor(kindOf(coarse.type)))}`,
            },
          ];
    },
  );
}

/** A shared dimension must mean the same in each source: a text never equals a number. */
function checkShared(
  shape: MetricShape,
  typeOf: (source: string, name: string) => Column | undefined,
): readonly ProblemItem[] {
  const measures = measuresOf(shape.expression);
  return shape.dimensions.flatMap((label) => {
    const [first, ...others] = measures.map((it) => ({ source: it.source, column: typeOf(it.source, label) }));
    const odd = others.find(
      (it) =>
        it.column !== undefined &&
        first?.column !== undefined &&
        !areJoinable(kindOf(first.column.type), kindOf(it.column.type)),
    );
    if (odd === undefined) return [];
    return [
      {
        pointer: '/body/dimensions',
        message: `"${label}" is a ${first?.column?.type} in "${first?.source}" and a ${odd.column?.type} in "${odd.source}"; declare dimensions that mean the same in both`,
      },
    ];
  });
}
