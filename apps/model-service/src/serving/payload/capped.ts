import type { Invocation } from '@svc/contracts';

/** Of a payload or its predictions, as JSON text. */
const MAX_BYTES = 64 * 1024;

/** JSON text of at most 64 KiB, or null where nothing fits. */
export interface Capped {
  readonly json: string | null;
  readonly truncated: boolean;
}

/** A payload as valid JSON: with all its rows, or with the first ones that fit. */
export function cappedPayload(body: Invocation): Capped {
  return capped(rowsIn(body), (count) => firstRows(body, count));
}

export function cappedList(list: readonly unknown[]): Capped {
  return capped(list.length, (count) => list.slice(0, count));
}

/** Halves until it fits, so that a large body is written out a few times in part and never as a whole. */
function capped(length: number, first: (count: number) => unknown): Capped {
  // A row has at least two bytes.
  for (let count = Math.min(length, MAX_BYTES / 2); ; count = Math.floor(count / 2)) {
    const json = JSON.stringify(first(count));
    if (Buffer.byteLength(json) <= MAX_BYTES) return { json, truncated: count < length };
    if (count === 0) return { json: null, truncated: true };
  }
}

function rowsIn({ dataframe_split, dataframe_records, instances, inputs }: Invocation): number {
  const listed =
    dataframe_split?.data ?? dataframe_records ?? instances ?? (Array.isArray(inputs) ? inputs : undefined);
  if (listed !== undefined) return listed.length;
  return Math.max(1, ...Object.values(inputs ?? {}).map((it) => (Array.isArray(it) ? it.length : 1)));
}

function firstRows(body: Invocation, count: number): Invocation {
  const { dataframe_split, dataframe_records, instances, inputs, params } = body;
  const more = params === undefined ? {} : { params };
  if (dataframe_split !== undefined) {
    const { columns, data } = dataframe_split;
    return { dataframe_split: { columns, data: data.slice(0, count) }, ...more };
  }
  if (dataframe_records !== undefined) return { dataframe_records: dataframe_records.slice(0, count), ...more };
  if (instances !== undefined) return { instances: instances.slice(0, count), ...more };
  if (Array.isArray(inputs)) return { inputs: inputs.slice(0, count), ...more };
  const columns = Object.entries(inputs ?? {}).map(
    ([name, cells]) => [name, Array.isArray(cells) ? cells.slice(0, count) : cells] as const,
  );
  return { inputs: Object.fromEntries(columns), ...more };
}
