import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Reply, ReplyHeaders } from './reply';

const compressed = promisify(gzip);
/** Below this, compressing costs more than it saves. */
const WORTH_COMPRESSING = 4 * 1024;
const LEVEL = { level: 4 };

/** Sends a reply. Streams flow only as fast as the caller reads, and stop when the caller goes away. */
export async function sendReply(
  response: ServerResponse,
  reply: Reply,
  request: { readonly method: string; readonly acceptEncoding: string | undefined },
  /** Those of every answer; the reply's own come before them. */
  common: ReplyHeaders = {},
): Promise<void> {
  const bodiless = request.method === 'HEAD' || reply.kind === 'empty';
  const zip =
    !bodiless &&
    reply.compress &&
    acceptsGzip(request.acceptEncoding) &&
    (sizeOf(reply) ?? WORTH_COMPRESSING) >= WORTH_COMPRESSING;
  // Opened before the headers are sent: a failure to open can then still be reported as a problem.
  const source = reply.kind === 'stream' && !bodiless ? await reply.open() : null;
  const body =
    reply.kind === 'text' && zip ? await compressed(reply.body, LEVEL) : reply.kind === 'text' ? reply.body : null;
  if (reply.cookies !== undefined) response.setHeader('set-cookie', reply.cookies);
  response.writeHead(reply.status, {
    ...common,
    ...reply.headers,
    ...lengthOf(reply, body, zip),
    ...(zip ? { 'content-encoding': 'gzip' } : {}),
    ...(varies(reply) ? { vary: 'Accept-Encoding' } : {}),
  });
  if (source === null) {
    response.end(bodiless ? undefined : body);
    return;
  }
  await (zip ? pipeline(source, createGzip(LEVEL), response) : pipeline(source, response));
}

function sizeOf(reply: Reply): number | null {
  if (reply.kind === 'text') return reply.body.length;
  return reply.kind === 'stream' ? reply.bytes : 0;
}

function lengthOf(reply: Reply, body: Uint8Array | null, zip: boolean): Readonly<Record<string, number>> {
  if (reply.kind === 'empty') return {};
  const length = body?.length ?? (zip ? null : sizeOf(reply));
  return length === null ? {} : { 'content-length': length };
}

function varies(reply: Reply): boolean {
  return reply.kind !== 'empty' && reply.compress;
}

function acceptsGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((it) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+)?\s*$/i.test(it));
}
