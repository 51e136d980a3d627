import type { OfferedOptions } from '@svc/contracts';
import { printableLine } from '../terminal/printable';

const SHOWN = 6;

/** How many choices there are, and the first of them. */
export function offeredText({ values, truncated }: OfferedOptions): string {
  const first = values
    .slice(0, SHOWN)
    .map((it) => printableLine(it.label ?? String(it.value)))
    .join(', ');
  return `${truncated ? 'more than ' : ''}${values.length}${values.length === 0 ? '' : `: ${first}${values.length > SHOWN ? ', …' : ''}`}`;
}
