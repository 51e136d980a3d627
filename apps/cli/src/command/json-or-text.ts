import { parseJson } from '@svc/audit-chain';
import { json, type Json } from '@svc/contracts';

/**
 * JSON where parsing loses nothing, else the text itself. `9007199254740993` stays text, which the service
 * converts to the column's type: as a number it would be rounded.
 */
export function jsonOrText(text: string): Json {
  try {
    return json.parse(parseJson(text));
  } catch {
    return text;
  }
}
