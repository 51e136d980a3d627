import { problem, ProblemError } from '../problem/problem';

interface ServiceAddress {
  /** Scheme, host and port, without a path: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface ClientOptions extends ServiceAddress {
  /** A `svc_pat_…` token; without one only public operations answer. */
  readonly token?: string;
}

/** How calls travel, and as whom: by a token, or by the cookie that the browser keeps for its session. */
export interface Transport extends ClientOptions {
  readonly byCookie?: true;
  /** Told of each refusal before it is thrown. */
  readonly onRefusal?: (refused: ProblemError) => void;
}

/** Cookies are sent to the server that the page is from and to no other; the browser itself refuses anything else. */
const OWN_ORIGIN = { credentials: 'same-origin', mode: 'same-origin' } as const;
/** Whoever has a token needs no cookie, and a cookie that came along would be one caller too many. */
const NO_COOKIE = { credentials: 'omit' } as const;

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** Sends one call and resolves with a successful answer; every other outcome rejects with a `ProblemError`. */
export async function sendHttp(options: Transport, call: HttpCall): Promise<Response> {
  const response = await exchange(options, call);
  if (response.ok || response.status === 304) return response;
  const refused = await refusal(response);
  options.onRefusal?.(refused);
  throw refused;
}

async function exchange(options: Transport, call: HttpCall): Promise<Response> {
  const send = options.fetch ?? fetch;
  const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const init = {
    method: call.method,
    headers: { ...authorization, ...call.headers },
    redirect: 'error',
    ...(options.byCookie === true ? OWN_ORIGIN : NO_COOKIE),
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
    `The answer has status ${response.status} and is not a problem document. Is this the address of an svc gateway?`,
  );
}
