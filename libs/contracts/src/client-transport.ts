import { problem, ProblemError } from './problem';

export interface ClientOptions {
  /** Scheme, host and port, without a path: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A `svc_pat_…` token; without one only public operations answer. */
  readonly token?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** Sends one call; answers only with a success, every other outcome is a `ProblemError`. */
export async function sendHttp(options: ClientOptions, call: HttpCall): Promise<Response> {
  const response = await exchange(options, call);
  if (response.ok || response.status === 304) return response;
  throw await refusal(response);
}

async function exchange(options: ClientOptions, call: HttpCall): Promise<Response> {
  const send = options.fetch ?? fetch;
  const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const init = {
    method: call.method,
    headers: { ...authorization, ...call.headers },
    redirect: 'error',
    ...(call.body === undefined ? {} : { body: call.body, duplex: 'half' as const }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  } as const;
  try {
    return await send(new URL(call.path, options.baseUrl), init);
  } catch (cause) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    throw new ProblemError(
      'unavailable',
      `Nothing answers at ${options.baseUrl}. Is the service running? (\`svc up\` starts it.)`,
      { cause },
    );
  }
}

async function refusal(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = problem.safeParse(body);
  if (parsed.success) return ProblemError.fromProblem(parsed.data);
  return new ProblemError(
    response.status >= 500 ? 'unavailable' : 'internal',
    `The answer has status ${response.status} and is no problem document. Is this address a svc gateway?`,
  );
}
