import type { ModelVersion } from '@svc/contracts';

const DIGITS = 4;

/** A number as tables show it. */
export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : String(Number(value.toPrecision(DIGITS)));
}

/** A score on held-out rows beside what the baseline reaches: `log_loss 0.31 (majority 0.62)`. */
export function scoreText({ metrics, baseline }: Pick<ModelVersion, 'metrics' | 'baseline'>, name: string): string {
  return `${name} ${numberText(metrics[name])} (${baseline.method} ${numberText(baseline.metrics[name])})`;
}
