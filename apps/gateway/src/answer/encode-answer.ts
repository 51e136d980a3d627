import type { Readable } from 'node:stream';
import type { Endpoint, FileReply } from '@svc/contracts';
import type { Answer, ValueAnswer } from '@svc/platform';
import { entityTag, isKnown } from './entity-tag';
import type { Reply, ReplyHeaders } from './reply';

/** Opens an object of the warehouse. */
export type OpenObject = (object: string) => Promise<Readable>;

/** The parts of the request that determine how its answer is sent. */
interface Asked {
  readonly method: string;
  readonly ifNoneMatch: string | undefined;
}

/** Content that is displayed may not run or load anything, nor act as a page of this origin. */
const SHOWN_FILE_CSP = "default-src 'none'; sandbox; frame-ancestors 'none'";

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** The HTTP answer for what a service answered. */
export function encodeAnswer(endpoint: Endpoint, answer: Answer<unknown>, request: Asked, open: OpenObject): Reply {
  switch (answer.kind) {
    case 'value':
      return encodeValue(endpoint, answer, request);
    case 'claim':
      return {
        kind: 'stream',
        status: endpoint.status,
        code: null,
        headers: { ...JSON_TYPE, 'cache-control': 'no-store' },
        open: () => open(answer.claim.object),
        bytes: answer.claim.bytes,
        compress: true,
      };
    case 'file':
      return encodeFile(answer.file, request, open);
  }
}

/** The service has checked these bytes; their content is parsed only where a header needs it. */
function encodeValue(endpoint: Endpoint, answer: ValueAnswer<unknown>, request: Asked): Reply {
  const tag = endpoint.etag === null ? null : entityTag(endpoint.etag(answer.value));
  const headers = { ...cacheHeaders(tag), ...whereItIs(endpoint, answer) };
  if (tag !== null && request.method === 'GET' && isKnown(request.ifNoneMatch, tag))
    return { kind: 'empty', status: 304, code: null, headers };
  if (endpoint.status === 204) return { kind: 'empty', status: 204, code: null, headers };
  // A strong entity tag names exactly these bytes, so they are not sent with another content encoding.
  return {
    kind: 'text',
    status: endpoint.status,
    code: null,
    headers: { ...JSON_TYPE, ...headers },
    body: answer.json,
    compress: tag === null,
  };
}

function cacheHeaders(tag: string | null): ReplyHeaders {
  return tag === null ? { 'cache-control': 'no-store' } : { etag: tag, 'cache-control': 'private, no-cache' };
}

/** Location of the created object or started job; clients should wait a second before polling a job. */
function whereItIs(endpoint: Endpoint, answer: ValueAnswer<unknown>): ReplyHeaders {
  if (endpoint.location === null) return {};
  return { location: endpoint.location(answer.value), ...(endpoint.status === 202 ? { 'retry-after': '1' } : {}) };
}

/** As many names as a header can hold; `Svc-Uncertified` then ends with an ellipsis. */
const MAX_NAMES = 20;

/** Headers carry what members carry in JSON: otherwise a truncated file looks complete. */
function tableHeaders({ rows, truncated, uncertified = [] }: FileReply): ReplyHeaders {
  const names = uncertified.length > MAX_NAMES ? [...uncertified.slice(0, MAX_NAMES), '...'] : uncertified;
  return {
    ...(rows === undefined ? {} : { 'svc-row-count': String(rows) }),
    ...(truncated === undefined ? {} : { 'svc-truncated': String(truncated) }),
    ...(names.length === 0 ? {} : { 'svc-uncertified': names.join(', ') }),
  };
}

function encodeFile(file: FileReply, request: Asked, open: OpenObject): Reply {
  const tag = entityTag(`sha256:${file.object}`);
  // Also with a 304: its header fields update the stored response (RFC 9111 §4.3.4).
  const headers = {
    ...cacheHeaders(tag),
    ...tableHeaders(file),
    ...(file.inline === true ? { 'content-security-policy': SHOWN_FILE_CSP } : {}),
  };
  if (request.method === 'GET' && isKnown(request.ifNoneMatch, tag))
    return { kind: 'empty', status: 304, code: null, headers };
  const plain = file.file_name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  return {
    kind: 'stream',
    status: 200,
    code: null,
    headers: {
      'content-type': file.content_type,
      'content-disposition': `${file.inline === true ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
      ...headers,
    },
    open: () => open(file.object),
    bytes: file.bytes,
    compress: false,
  };
}
