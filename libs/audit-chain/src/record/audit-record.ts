import { isJsonObject, type JsonObject } from '../canonical-json/json-value';
import {
  both,
  either,
  integer,
  literal,
  nullable,
  number,
  object,
  record,
  shape,
  string,
  type Shape,
  type ShapeOf,
} from '../shape/shape';
import { instant } from '../shape/instant';

function text(longest: number): Shape<string> {
  return shape(
    `a string of at most ${longest} characters`,
    (value) => typeof value === 'string' && value.length <= longest,
  );
}

function boolean(): Shape<boolean> {
  return shape('a boolean', (value) => typeof value === 'boolean');
}

/** The bounds keep a line below 64 KiB whatever is in it. */
const fewShortNames = shape<JsonObject>(
  'an object of at most 32 members with names of at most 50 characters',
  (value) =>
    isJsonObject(value) && Object.keys(value).length <= 32 && Object.keys(value).every((name) => name.length <= 50),
);

const scalar = nullable(either(text(200), either(number(), boolean())));

const entryMembers = {
  id: string('a UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  at: instant('RFC 3339 in UTC', /(\.\d{1,9})?/),
  actor: text(200),
  action: text(100),
  method: text(10),
  route: text(200),
  target: nullable(object({ type: text(50), name: text(200) })),
  outcome: literal('ok', 'refused', 'error'),
  status: integer(0),
  duration_us: integer(0),
  trace_id: text(64),
  detail: both(fewShortNames, record(scalar)),
};

export const auditEntry = object(entryMembers);
export const auditRecord = object({
  ...entryMembers,
  v: literal(1),
  seq: integer(0),
  prev: string('64 hex digits', /^[0-9a-f]{64}$/),
});

/**
 * One served invocation, as its server reports it. `id` makes a retry harmless. `detail` holds digests, codes and
 * names, never payloads or secrets; what is personal goes in as `saltedDigest`, for a line can never be redacted.
 */
export type AuditEntry = ShapeOf<typeof auditEntry>;

/** A line of the log: the entry, its number from 0 without gaps, and the SHA-256 of the line before it. */
export type AuditRecord = ShapeOf<typeof auditRecord>;
