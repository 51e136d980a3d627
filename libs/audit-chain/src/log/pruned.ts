import { readIfPresent } from '../files/read-if-present';
import type { JsonValue } from '../canonical-json/json-value';
import { JsonError } from '../canonical-json/json.error';
import { parseJson } from '../canonical-json/parse-json';
import { array, integer, literal, nullable, object, string, type ShapeOf } from '../shape/shape';
import { coverOf } from '../tree/compact-range';
import { prunedPath } from './log-layout';
import { LogError } from '../record/log.error';

const hash = string('64 hex digits', /^[0-9a-f]{64}$/);

const pruned = object({
  schema: literal('svc.audit-pruned/v1'),
  size: integer(1),
  hash,
  subtrees: array(hash),
  checkpoint: nullable(string()),
});

/**
 * What is kept of records that retention removed: their number, the hash of the last of them, their part of the
 * tree as the fewest subtrees, and the checkpoint signed over exactly them.
 */
export type Pruned = ShapeOf<typeof pruned>;

/** @throws LogError `log-damaged` if the file is there but not what it should be */
export async function readPruned(directory: string): Promise<Pruned | null> {
  const text = await readIfPresent(prunedPath(directory));
  if (text === null) return null;
  const value = parseOrNull(text);
  if (!pruned.accepts(value)) throw new LogError('log-damaged', `pruned.json: ${pruned.problems(value).join('; ')}`);
  if (coverOf(0, value.size).length !== value.subtrees.length) {
    throw new LogError(
      'log-damaged',
      `pruned.json: ${value.subtrees.length} subtrees cannot represent ${value.size} records`,
    );
  }
  return value;
}

function parseOrNull(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
