import { type Endpoint, eventId, isEventStream, jsonPointer, ProblemError, problemItems } from '@svc/contracts';
import type { z } from 'zod';

/** The parts of an HTTP request from which an operation's message is made, not yet validated. */
export interface RawRequest {
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The query string, with or without its "?". */
  readonly query: string;
  /** Undefined when there is none. */
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** The negotiated form of the answer, for an operation that offers several. */
  readonly accept?: string;
  /** The last event that the caller of a stream received. */
  readonly lastEventId?: string | undefined;
}

/** A validated message for an operation. */
export type ValidRequest = z.output<Endpoint['request']>;

/** Validates a request against its operation; refuses with a pointer for each violation: `/query/limit`. */
export function decodeRequest(endpoint: Endpoint, raw: RawRequest): ValidRequest {
  const ifMatch = endpoint.ifMatch ? readIfMatch(raw.ifMatch) : undefined;
  const parsed = endpoint.request.safeParse({
    params: screened('params', Object.entries(raw.params)),
    query: screened('query', [...new URLSearchParams(raw.query)]),
    body: raw.body,
    ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
    ...(raw.accept === undefined ? {} : { accept: raw.accept }),
    ...seenBefore(endpoint, raw.lastEventId),
  });
  if (parsed.success) return parsed.data;
  const errors = problemItems(parsed.error);
  throw invalid(
    errors
      .map(({ pointer, message }) => `${pointer} ${message}`)
      .slice(0, 3)
      .join('; '),
    errors,
  );
}

/** An id that no stream sent counts as no id. */
function seenBefore({ response }: Endpoint, lastEventId: string | undefined): { readonly after?: string } {
  const after = isEventStream(response) ? eventId.safeParse(lastEventId) : null;
  return after?.success === true ? { after: after.data } : {};
}

/** Each member may be given once. `fromEntries` defines members, so `__proto__` is refused as unknown instead of obeyed. */
function screened(part: 'params' | 'query', entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const at = jsonPointer([part, name]);
    if (seen.has(name))
      throw invalid(`${at} is given more than once`, [{ pointer: at, message: 'is given more than once' }]);
    if (`${name}${String(value)}`.includes('\0'))
      throw invalid(`${at} contains U+0000`, [{ pointer: at, message: 'contains U+0000, which is not accepted' }]);
    seen.add(name);
  }
  return Object.fromEntries(entries);
}

/** One entity tag, without its quotes, or `*` for any version, quoted or not. A weak one never matches (RFC 9110 §13.1.1), so it is refused outright. */
function readIfMatch(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const [, tag] = /^"([^"\0]{1,200})"$/.exec(header.trim()) ?? [];
  if (tag !== undefined) return tag;
  throw invalid('If-Match must be the one entity tag that you read, in quotes, or *', [
    { pointer: '/headers/if-match', message: 'must be one strong entity tag in quotes, or *' },
  ]);
}

function invalid(
  what: string,
  errors: readonly { readonly pointer: string; readonly message: string }[],
): ProblemError {
  return new ProblemError('invalid-request', `The request is not valid: ${what}.`, { errors });
}
