import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** What a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
}

/** A receiver of webhooks on this machine, which answers what it is told to. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers each request; 200 unless set. */
  answer: (request: Received) => { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
  stop(): void;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const one: Received = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(one);
      const { status, headers = {} } = receiver.answer(one);
      response.writeHead(status, headers).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/hook`,
    received,
    answer: () => ({ status: 200 }),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** As a receiver verifies a delivery by the Standard Webhooks specification: true when one of the signatures is of this secret. */
export function verified({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}

/** The same by `X-Svc-Signature`, whose key is the secret's text. */
export function verifiedBody({ headers, body }: Received, secret: string): boolean {
  return headers['x-svc-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
