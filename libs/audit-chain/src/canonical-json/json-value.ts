/** A value of the JSON data model. Everything that is signed or chained here is one of these. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object as received: unknown members are kept. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** True for arrays of a parsed document. `Array.isArray` alone does not narrow readonly arrays away. */
export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** True for objects of a parsed document, false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
