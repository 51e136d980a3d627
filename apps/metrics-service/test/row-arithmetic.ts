import type { Cell } from './duckdb-tables';
import { comparable, compare } from './row-filter';

/** An expression as the test built it, so that the parser is tested too. */
export type Term =
  { readonly name: string } | { readonly number: number } | { readonly op: string; readonly args: readonly Term[] };

/** An aggregation of the values of a column; sums of texts do not occur. */
export function aggregate(agg: string, type: string, values: readonly Cell[]): Cell {
  const present = values.map((it) => comparable(type, it)).filter((it) => it !== null);
  if (agg === 'count') return present.length;
  if (agg === 'count_distinct') return new Set(present).size;
  if (present.length === 0) return null;
  const sorted = [...present].sort(compare);
  if (agg === 'min') return sorted[0] ?? null;
  if (agg === 'max') return sorted.at(-1) ?? null;
  const total = present.reduce((sum: number, it) => sum + Math.round(Number(it) * 1000), 0) / 1000;
  if (agg === 'sum') return total;
  if (agg === 'average') return total / present.length;
  return (Number(sorted[Math.floor((sorted.length - 1) / 2)]) + Number(sorted[Math.ceil((sorted.length - 1) / 2)])) / 2;
}

export function namesIn(term: Term): readonly string[] {
  if ('name' in term) return [term.name];
  return 'args' in term ? [...new Set(term.args.flatMap(namesIn))] : [];
}

export function divide(left: Cell, right: Cell): Cell {
  return left === null || right === null || Number(right) === 0 ? null : Number(left) / Number(right);
}

export function calculate(term: Term, valueOf: (name: string) => Cell): Cell {
  if ('name' in term) return valueOf(term.name);
  if ('number' in term) return term.number;
  const args = term.args.map((it) => calculate(it, valueOf));
  const known = args.flatMap((it) => (it === null ? [] : [Number(it)]));
  const [left = null, right = null] = args;
  if (term.op === 'coalesce') return known[0] ?? null;
  if (term.op === 'greatest' || term.op === 'least')
    return known.length === 0 ? null : term.op === 'least' ? Math.min(...known) : Math.max(...known);
  if (term.op === 'nullif') return left !== null && left === right ? null : left;
  if (known.length < args.length) return null;
  const [a = 0, b = 0] = known;
  const scale = 10 ** b;
  const results: Readonly<Record<string, Cell>> = {
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': divide(left, right),
    negate: -a,
    abs: Math.abs(a),
    floor: Math.floor(a),
    ceil: Math.ceil(a),
    round: (Math.sign(a) * Math.round(Math.abs(a) * scale)) / scale,
  };
  return results[term.op] ?? null;
}
