import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Json, ProblemCode } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = Reply | ((request: Received) => Reply);

/** A gateway with configured answers, over real HTTP, which remembers its requests. */
export class FakeGateway {
  readonly received: Received[] = [];
  readonly #routes = new Map<string, Answer>();

  private readonly server = createServer((request, response) => void this.answer(request, response));
  /** Once it was started; also after it has stopped. */
  url = '';

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return this;
  }

  /** `on('GET /api/metrics', { body })`; a `*` matches any one part of the path. */
  on(route: string, answer: Answer): this {
    this.#routes.set(route, answer);
    return this;
  }

  /** The requests to one route. */
  requests(route: string): Received[] {
    return this.received.filter((it) => `${it.method} ${it.path}` === route);
  }

  forget(): void {
    this.received.length = 0;
    this.#routes.clear();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private route(asked: string): Answer | undefined {
    const parts = asked.split('/');
    const fits = (pattern: readonly string[]): boolean =>
      pattern.length === parts.length && pattern.every((it, at) => it === '*' || it === parts[at]);
    return this.#routes.get(asked) ?? [...this.#routes].find(([pattern]) => fits(pattern.split('/')))?.[1];
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(Buffer.from(part));
    const text = Buffer.concat(parts).toString('utf8');
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      text,
      body: jsonOf(text),
    };
    this.received.push(request);
    const route = this.route(`${request.method} ${request.path}`);
    const reply =
      route === undefined
        ? refusal('not-found', `There is no ${request.path} here.`)
        : typeof route === 'function'
          ? route(request)
          : route;
    const sent = reply.text ?? JSON.stringify(reply.body ?? null);
    response
      .writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json', ...reply.headers })
      .end(sent);
  }
}

/** A problem document, as the real gateway sends it. */
export function refusal(
  code: ProblemCode,
  detail: string,
  facts: { readonly errors?: { pointer: string; message: string }[]; readonly data?: Record<string, Json> } = {},
): Reply {
  const problem = new ProblemError(code, detail, facts).toProblem();
  return {
    status: problem.status,
    body: { ...problem, trace_id: '0af7651916cd43dd8448eb211c80319c' },
    type: 'application/problem+json',
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
