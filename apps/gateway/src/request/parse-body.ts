import { isUtf8 } from 'node:buffer';
import { JsonError, parseJson } from '@svc/audit-chain';
import { jsonPointer, ProblemError } from '@svc/contracts';
import { type JsonShape, scanJson } from './scan-json';
import { type JsonCensus, takeCensus } from './json-census';

const JSON_TYPE = /^application\/json\s*(;\s*charset=["']?utf-8["']?\s*)?$/i;
/** The strict reader needs 140 ns a byte: above this size it would block other requests just for a better error message. */
const EXPLAIN_BYTES = 1024 * 1024;

/** Refuses a body that is not declared as plain JSON. */
export function requireJson(headers: {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}): void {
  const type = headers['content-type'];
  if (type === undefined || !JSON_TYPE.test(type))
    throw new ProblemError('unsupported-media-type', 'Send the body as "Content-Type: application/json".');
  refuseEncoded(headers);
}

/** Decompressing request bodies would invite decompression bombs. */
export function refuseEncoded(headers: { readonly 'content-encoding'?: string | undefined }): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ProblemError('unsupported-media-type', 'Send the body without a Content-Encoding.');
}

/**
 * Bodies travel inside messages, which may nest 64 levels, and come back inside lists of objects: the
 * difference is reserved for those, or one deep object would break every list that contains it.
 */
const MAX_BODY_DEPTH = 48;

/**
 * The value of a JSON body. Refuses, as `malformed-body` with the position, what parsers read differently
 * (duplicate names, lone surrogates, integers that would be rounded: RFC 7493), nesting over 48, names that reach a
 * prototype, and U+0000, which no database column takes.
 */
export function parseBody(bytes: Buffer): unknown {
  const shape = scanJson(bytes);
  if (shape.depth > MAX_BODY_DEPTH)
    throw new ProblemError('malformed-body', `The body nests deeper than ${MAX_BODY_DEPTH} levels.`, {
      data: { reason: 'depth', max_depth: MAX_BODY_DEPTH },
    });
  const read = quickly(bytes, shape);
  return read === undefined ? strictly(bytes) : read;
}

/**
 * V8's parser, ten times faster than a strict one, for texts that both read alike: a text with as many members as its value
 * repeats no name, and the census finds every other doubtful value. Undefined: let the strict reader decide.
 */
function quickly(bytes: Buffer, shape: JsonShape): unknown {
  if (!isUtf8(bytes)) return undefined;
  const value = parse(bytes);
  if (value === undefined) return undefined;
  const census = takeCensus(value);
  refuseUnsafe(census);
  return census.members === shape.members && !census.doubtful ? value : undefined;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

function strictly(bytes: Buffer): unknown {
  if (bytes.length > EXPLAIN_BYTES) {
    throw new ProblemError(
      'malformed-body',
      'The body is not JSON that all parsers read alike: it is truncated, repeats a name, or has an integer beyond 2^53 that is not a string.',
    );
  }
  try {
    const value = parseJson(bytes);
    refuseUnsafe(takeCensus(value));
    return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ProblemError('malformed-body', `The body cannot be read as JSON: ${error.message}.`, {
      errors: [{ pointer: `/body${error.pointer}`, message: error.message }],
      data: { reason: error.code, offset: error.offset },
    });
  }
}

function refuseUnsafe({ unsafe }: JsonCensus): void {
  if (unsafe === null) return;
  const pointer = jsonPointer(['body', ...unsafe.path]);
  throw new ProblemError('malformed-body', `The body is not accepted: ${pointer} ${unsafe.message}.`, {
    errors: [{ pointer, message: unsafe.message }],
  });
}
