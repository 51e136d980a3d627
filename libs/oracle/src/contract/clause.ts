import type { ClauseReport, Violation } from './contract-report';

/** Broken places listed per clause; the count is always whole. */
const MAX_LISTED = 20;

/** Judges one clause row by row: what was looked at, what broke it, and whether that is within `mostly`. */
export class Clause {
  private checked = 0;
  private violated = 0;
  readonly violations: Violation[] = [];

  constructor(
    readonly name: string,
    private readonly column: string | null,
    readonly note: string,
    readonly mostly = 1,
  ) {}

  pass(): void {
    this.checked++;
  }

  /** `row` counts from 0; reports count from 1. */
  fail(row: number | null, value: string | null): void {
    this.checked++;
    this.violated++;
    if (this.violations.length >= MAX_LISTED) return;
    this.violations.push({
      clause: this.name,
      ...(this.column === null ? {} : { column: this.column }),
      ...(row === null ? {} : { rowNumber: row + 1 }),
      ...(value === null ? {} : { value: value.slice(0, 200) }),
      note: this.note,
    });
  }

  report(): ClauseReport {
    return reportOf(this, { checked: this.checked, violated: this.violated });
  }
}

/** A clause judged by counts: whether what broke it is within `mostly`. */
export function reportOf(
  { name, note, mostly = 1 }: { readonly name: string; readonly note: string; readonly mostly?: number },
  { checked, violated }: { readonly checked: number; readonly violated: number },
): ClauseReport {
  // A share is compared by counts, so that 0.9 of 10 values is 9 and not 9.000000000000002.
  const broken = violated > Math.floor((1 - mostly) * checked + 1e-9);
  const loose = mostly < 1 ? ` (${mostly} must satisfy it)` : '';
  return {
    clause: name,
    verdict: broken ? 'unsound' : 'sound',
    detail: violated === 0 ? `${checked} satisfy it` : `${violated} of ${checked} violate it: ${note}${loose}`,
    checked,
    violated,
  };
}

/** A clause that could not be evaluated, and why. */
export function unevaluable(name: string, detail: string): ClauseReport {
  return { clause: name, verdict: 'inconclusive', detail, checked: 0, violated: 0 };
}
