import { parseJson } from '@svc/audit-chain';
import { json, type Json } from '@svc/contracts';

/**
 * JSON where it is JSON of which nothing is lost, else the text itself. `9007199254740993` stays text, which the service
 * reads as what it is compared with: as a number it would be another one's name.
 */
export function jsonOrText(text: string): Json {
  try {
    return json.parse(parseJson(text));
  } catch {
    return text;
  }
}
