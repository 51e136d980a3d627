import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TrackingReply, TrackingRequest } from '../tracking.ports';

/** MLflow refuses requests for any other host than this machine. */
const HOST = 'localhost';

/** Sends a request to a server on a unix socket; resolves with the head of its answer. */
export function askOverSocket(socketPath: string, asked: TrackingRequest): Promise<TrackingReply> {
  const { method, path, headers, body, signal } = asked;
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, headers: { ...headers, host: HOST }, signal, agent: false });
    sent.once('error', reject);
    sent.once('response', (reply) => resolve(replyOf(reply)));
    if (body instanceof Readable) pipeline(body, sent).catch(reject);
    else sent.end(body ?? undefined);
  });
}

function replyOf(reply: IncomingMessage): TrackingReply {
  const headers = Object.fromEntries(
    Object.entries(reply.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return { status: reply.statusCode ?? 502, headers, body: reply };
}

/** Whether a server answers a GET there with success. */
export async function answersAt(socketPath: string, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  try {
    const reply = await askOverSocket(socketPath, { method: 'GET', path, headers: {}, body: null, signal });
    reply.body.resume();
    return reply.status === 200;
  } catch {
    return false;
  }
}
