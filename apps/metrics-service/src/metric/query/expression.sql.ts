import { type ColumnTypeOf, expressionType, isExact, type ValueType } from '../definition/expression/expression-type';
import type { Call, Expression, Measure } from '../definition/metric';

/**
 * An expression as SQL over the SQL of its measures. Sums, differences and multiples of exact numbers stay exact;
 * everything else is a double. DuckDB divides by zero to Infinity, which JSON lacks: a zero divisor gives null.
 */
export function formula(expression: Expression, value: (measure: Measure) => string, columnType: ColumnTypeOf): string {
  if (expression.kind === 'measure') return value(expression);
  if (expression.kind === 'number') return expression.text;
  return call(
    expression,
    expression.args.map((it) => formula(it, value, columnType)),
    columnType,
  );
}

function call(expression: Call, args: readonly string[], columnType: ColumnTypeOf): string {
  const [left = '', right = ''] = args;
  const cast = (): readonly string[] => alike(expression, args, columnType);
  switch (expression.name) {
    case '/':
      return `(${double(left)} / CAST(NULLIF(${right}, 0) AS DOUBLE))`;
    case '+':
    case '-':
      return `(${cast().join(` ${expression.name} `)})`;
    case '*':
      return isExact(typeOf(expression, columnType))
        ? `(${args.map((it, index) => exactCast(it, typeAt(expression, index, columnType))).join(' * ')})`
        : `(${double(left)} * ${double(right)})`;
    case 'negate':
      return `(-${left})`;
    case 'abs':
      return `ABS(${left})`;
    case 'floor':
    case 'ceil':
      return `${expression.name.toUpperCase()}(${double(left)})`;
    case 'round':
      return `ROUND(${double(left)}, ${right === '' ? '0' : right})`;
    case 'nullif':
      return `NULLIF(${left}, ${right})`;
    case 'coalesce':
    case 'greatest':
    case 'least':
      return `${expression.name.toUpperCase()}(${cast().join(', ')})`;
  }
}

const double = (sql: string): string => `CAST(${sql} AS DOUBLE)`;

/** Casts the arguments to the type of the result, so that DuckDB has nothing to choose. */
function alike(expression: Call, args: readonly string[], columnType: ColumnTypeOf): readonly string[] {
  const type = typeOf(expression, columnType);
  if (isExact(type)) return args.map((it) => exactCast(it, type));
  return type.kind === 'number' ? args.map(double) : args;
}

function exactCast(sql: string, type: ValueType): string {
  return type.scale === 0 ? `CAST(${sql} AS HUGEINT)` : `CAST(${sql} AS DECIMAL(38,${type.scale}))`;
}

function typeAt(expression: Call, index: number, columnType: ColumnTypeOf): ValueType {
  const arg = expression.args[index];
  if (arg === undefined) throw new Error(`"${expression.name}" has no argument ${index}`);
  return typeOf(arg, columnType);
}

function typeOf(expression: Expression, columnType: ColumnTypeOf): ValueType {
  const type = expressionType(expression, columnType);
  // The definition was checked before.
  if (typeof type === 'string') throw new Error(type);
  return type;
}
