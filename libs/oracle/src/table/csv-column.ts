import type { Column } from './column';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** 007 is an identifier: reading it as 7 would lose what makes it one. */
const PADDED = /^[+-]?0\d/;
const NO_NUMBER = new Set(['', 'NA', 'NaN', 'nan', 'null', 'NULL', 'None']);

/** Collects one CSV column: numbers while every text is one, else dictionary-coded text. */
export class CsvColumn {
  private numbers: number[] | null = [];
  /** Texts seen before anything but a missing value decided the type. */
  private readonly places = new Map<string, number>();
  private readonly codes: number[] = [];

  constructor(readonly name: string) {}

  push(text: string): void {
    if (this.numbers !== null) {
      const trimmed = text.trim();
      if (NO_NUMBER.has(trimmed)) {
        this.numbers.push(NaN);
        return;
      }
      if (NUMBER.test(trimmed) && !PADDED.test(trimmed)) {
        this.numbers.push(Number(trimmed));
        return;
      }
      const before = this.numbers;
      this.numbers = null;
      for (const number of before) this.code(Number.isNaN(number) ? '' : String(number));
    }
    this.code(text);
  }

  private code(text: string): void {
    if (text === '') {
      this.codes.push(-1);
      return;
    }
    const place = this.places.get(text) ?? this.places.size;
    this.places.set(text, place);
    this.codes.push(place);
  }

  build(): Column {
    const { name } = this;
    if (this.numbers !== null) return { name, type: 'number', values: Float64Array.from(this.numbers) };
    const levels = [...this.places.keys()];
    const truth = levels.map((level) => ['false', 'true'].indexOf(level.toLowerCase()));
    if (truth.length > 0 && !truth.includes(-1)) {
      return { name, type: 'boolean', values: Float64Array.from(this.codes, (code) => truth[code] ?? NaN) };
    }
    return { name, type: 'string', codes: Int32Array.from(this.codes), levels };
  }
}
