import type { ClauseReport, Violation } from './contract-report';

/** Broken places listed per clause; the count is always whole. */
const MOST_LISTED = 20;

/** Judges one clause row by row: what was looked at, what broke it, and whether that is within `mostly`. */
export class Clause {
  private checked = 0;
  private violated = 0;
  readonly violations: Violation[] = [];

  constructor(private readonly name: string, private readonly column: string | null, private readonly note: string, private readonly mostly = 1) {}

  pass(): void {
    this.checked++;
  }

  /** `row` counts from 0; reports count from 1. */
  fail(row: number | null, value: string | null): void {
    this.checked++;
    this.violated++;
    if (this.violations.length >= MOST_LISTED) return;
    this.violations.push({
      clause: this.name,
      ...(this.column === null ? {} : { column: this.column }),
      ...(row === null ? {} : { rowNumber: row + 1 }),
      ...(value === null ? {} : { value: value.slice(0, 200) }),
      note: this.note,
    });
  }

  report(): ClauseReport {
    const { name, checked, violated } = this;
    // A share is compared by counts, so that 0.9 of 10 values is 9 and not 9.000000000000002.
    const broken = violated > Math.floor((1 - this.mostly) * checked + 1e-9);
    const loose = this.mostly < 1 ? ` (${this.mostly} must satisfy it)` : '';
    return {
      clause: name,
      verdict: broken ? 'unsound' : 'sound',
      detail: violated === 0 ? `${checked} satisfy it` : `${violated} of ${checked} break it: ${this.note}${loose}`,
      checked,
      violated,
    };
  }
}

/** A clause that could not be evaluated, and why. */
export function unevaluable(name: string, detail: string): ClauseReport {
  return { clause: name, verdict: 'inconclusive', detail, checked: 0, violated: 0 };
}
