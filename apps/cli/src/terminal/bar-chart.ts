import { printableLine } from './printable';
import { cut, widthOf } from './text-width';
import type { Colors } from './terminal';
import { roundedText } from './cell-text';

/** A point of a chart; a missing value leaves a gap, which is not the same as zero. */
export interface ChartPoint {
  readonly label: string;
  readonly value: number | null;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const SPARKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** One bar per point, from zero, beside its value as a table formats one of that type. Bars of negative values are hatched. */
export function barChart(points: readonly ChartPoint[], width: number, colors: Colors, type?: string): string {
  const valueText = (value: number | null): string => (value === null ? 'null' : roundedText(value, type));
  const labelWidth = Math.min(30, Math.max(...points.map((it) => widthOf(it.label))));
  const valueWidth = Math.max(...points.map((it) => valueText(it.value).length));
  const room = Math.max(8, width - labelWidth - valueWidth - 4);
  const most = Math.max(0, ...points.map((it) => Math.abs(it.value ?? 0)));
  return points
    .map(({ label, value }) => {
      const length = most === 0 || value === null ? 0 : (Math.abs(value) / most) * room;
      const bar = value !== null && value < 0 ? '▒'.repeat(Math.round(length)) : blocks(length);
      const name = cut(printableLine(label), labelWidth);
      const padding = ' '.repeat(Math.max(0, labelWidth - widthOf(name)));
      return `${colors.dim(name)}${padding}  ${valueText(value).padStart(valueWidth)}  ${colors.cyan(bar)}`.trimEnd();
    })
    .join('\n')
    .concat('\n');
}

/** A sparkline: eight heights between minimum and maximum. */
export function sparkline(values: readonly (number | null)[]): string {
  const known = values.filter((it) => it !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return values
    .map((it) =>
      it === null
        ? ' '
        : (SPARKS[most === least ? 3 : Math.round(((it - least) / (most - least)) * (SPARKS.length - 1))] ?? ''),
    )
    .join('');
}

function blocks(length: number): string {
  const eighths = Math.round(length * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
