import { BadScorer, type FlatColumn, type FlatInput } from './flat-document';

/** A value of a row: numbers, flags, moments in seconds since 1970, texts; null is missing. */
export type Cell = number | boolean | string | null;

/** Fills `vector`, which has a place for each column, from the cells of a row, in order of the inputs. */
export type RowEncoder = (row: readonly Cell[], vector: Float64Array) => void;

/** Cells to the numbers that models see. Cells MUST be of their inputs' kinds: texts only for categories. */
export function rowEncoder(inputs: readonly FlatInput[], columns: readonly FlatColumn[]): RowEncoder {
  const codes = inputs.map(codesOf);
  const reads = columns.map((column) => {
    const of = codes[column.input];
    if (of === undefined) throw new BadScorer(`a column reads input ${column.input}, which does not exist`);
    return { at: column.input, of, category: column.op === 'is' ? column.category : null };
  });
  return (row, vector) => {
    reads.forEach(({ at, of, category }, i) => {
      const number = numberOf(row[at] ?? null, of);
      vector[i] = category === null ? number : Number(number === category);
    });
  };
}

type Codes = ReadonlyMap<string, number> | null;

function codesOf(input: FlatInput): Codes {
  if (input.kind !== 'category') return null;
  // The first of equal ones, as Python's index has it.
  return new Map(input.categories.map((it, i) => [it, i] as const).reverse());
}

function numberOf(cell: Cell, codes: Codes): number {
  if (cell === null) return NaN;
  if (codes === null) return Number(cell);
  return codes.get(String(cell)) ?? NaN;
}
