import { type SqlValue, sqlValue } from '@svc/contracts';
import { jsonOrText } from '../command/json-or-text';
import { UsageError } from '../command/usage-error';

/** Values for `$1, $2, …`, all by position, or for `$name`, all by name; null when there are none. */
export function parametersOf(texts: readonly string[]): SqlValue[] | Record<string, SqlValue> | null {
  if (texts.length === 0) return null;
  const named = texts.map((it) => /^([A-Za-z_]\w*)=(.*)$/s.exec(it));
  if (named.every((it) => it === null)) return texts.map(valueOf);
  return Object.fromEntries(
    named.map((it, index) => {
      if (it === null)
        throw new UsageError(`--param: either all have a name (name=value) or none; "${texts[index] ?? ''}" has none`);
      return [it[1] ?? '', valueOf(it[2] ?? '')];
    }),
  );
}

function valueOf(text: string): SqlValue {
  const parsed = sqlValue.safeParse(jsonOrText(text));
  return parsed.success ? parsed.data : text;
}
