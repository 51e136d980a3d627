import { identifier, literal } from '@svc/duckdb-sql';

/** Name of the sampled table in these statements. */
export const SAMPLED = 'sampled';
const MAX_HASH = 2n ** 64n - 1n;

/** Approximate number of distinct values of a column. */
export function countValues(column: string): string {
  return `SELECT approx_count_distinct(${identifier(column)}) FROM ${SAMPLED}`;
}

/**
 * Bernoulli sampling: each row is included independently with the given probability, determined only by the seed and by the
 * row's position in the immutable file: not by other rows, nor by threads.
 */
export function sampleRows(columns: readonly string[], share: number, seed: string): string {
  const wanted = columns.map(identifier).join(', ');
  return `SELECT ${wanted} FROM (SELECT ${wanted}, row_number() OVER () AS ${identifier(placeOf(columns))} FROM ${SAMPLED}) WHERE ${isIn(placeOf(columns), share, seed)}`;
}

/** All rows of a value or none: one random decision for each value of the column. */
export function sampleValues(columns: readonly string[], by: string, share: number, seed: string): string {
  return `SELECT ${columns.map(identifier).join(', ')} FROM ${SAMPLED} WHERE ${isIn(by, share, seed)}`;
}

function isIn(column: string, share: number, seed: string): string {
  const edge = BigInt(Math.round(share * 2 ** 32)) << 32n;
  return `hash(${identifier(column)}, ${literal(seed)}) <= ${edge > MAX_HASH ? MAX_HASH : edge}::UBIGINT`;
}

/** A name that no column has. */
function placeOf(columns: readonly string[]): string {
  let name = 'place';
  while (columns.some((it) => it.toLowerCase() === name)) name += '_';
  return name;
}
