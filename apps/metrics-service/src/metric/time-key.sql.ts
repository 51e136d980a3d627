import type { Column, Grain } from '@svc/contracts';
import { quotedList } from './closest-name';
import { grainsFor, kindOf } from './column-kind';
import { refuse } from './compile-refusal';

/** `own`: a date stays a date. `timestamp`: every key is a timestamp, so that sources of different types join. */
export type TimeKeyForm = 'own' | 'timestamp';

/**
 * A time column cut to a grain, in UTC; weeks start on Monday. `date_trunc` turns a DATE into a TIMESTAMP, so dates
 * are cast back; zoned timestamps leave their zone first, since the session's zone must not matter.
 */
export function timeKey(column: Column, reference: string, grain: Grain | null, form: TimeKeyForm): string {
  const kind = kindOf(column.type);
  const grains = grainsFor(kind);
  if (grain !== null && !grains.includes(grain)) throw refuse('invalid-request', '/body/grain', `"${column.name}" is a ${column.type}, which has no ${grain}; grains: ${quotedList(grains)}`);
  const local = kind === 'timestamptz' && (grain !== null || form === 'timestamp') ? `${reference} AT TIME ZONE 'UTC'` : reference;
  const cut = grain === null ? local : `date_trunc('${grain}', ${local})`;
  if (kind !== 'date') return cut;
  if (form === 'timestamp') return `CAST(${cut} AS TIMESTAMP)`;
  return grain === null ? cut : `CAST(${cut} AS DATE)`;
}
