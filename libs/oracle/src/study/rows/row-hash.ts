import type { Column } from '../../table/column';
import { avalanche } from '../../statistics/sample/hash-random';

/** 32 bits that depend on every value of the row; −0 and 0 are equal, so are all missing values. */
export function hashRow(columns: readonly Column[], row: number): number {
  let hash = 0x2545f491;
  for (const column of columns) {
    if (column.type === 'string') {
      hash = avalanche(hash ^ (column.codes[row] ?? -1));
      continue;
    }
    WORD[0] = (column.values[row] ?? NaN) + 0;
    hash = avalanche(Math.imul(hash, 31) ^ (HALVES[0] ?? 0));
    hash = avalanche(Math.imul(hash, 31) ^ (HALVES[1] ?? 0));
  }
  return hash | 0;
}

const WORD = new Float64Array(1);
const HALVES = new Int32Array(WORD.buffer);

/** Numbers rows by content, in order of first appearance: an open-addressing table that compares values on a hit. */
export class HashPlaces {
  count = 0;
  private readonly slots: Int32Array;
  /** Index (into `rows`) of the first row of each place. */
  private readonly first: Int32Array;
  private readonly mask: number;

  constructor(
    private readonly columns: readonly Column[],
    private readonly rows: Int32Array,
  ) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * rows.length)));
    this.slots = new Int32Array(size).fill(-1);
    this.first = new Int32Array(rows.length);
    this.mask = size - 1;
  }

  /** The place of the i-th row. */
  placeOf(i: number): number {
    const row = this.rows[i] ?? -1;
    for (let slot = hashRow(this.columns, row) & this.mask; ; slot = (slot + 1) & this.mask) {
      const place = this.slots[slot] ?? -1;
      if (place < 0) {
        this.slots[slot] = this.count;
        this.first[this.count] = i;
        return this.count++;
      }
      if (this.equal(row, this.rows[this.first[place] ?? 0] ?? -1)) return place;
    }
  }

  private equal(a: number, b: number): boolean {
    for (const column of this.columns) {
      if (column.type === 'string') {
        if (column.codes[a] !== column.codes[b]) return false;
      } else if (!Object.is((column.values[a] ?? NaN) + 0, (column.values[b] ?? NaN) + 0)) return false;
    }
    return true;
  }
}
