import { type Problem, ProblemError } from '@svc/contracts';
import { problemOf } from '@svc/platform';
import type { Reply } from './reply';

/** The answer to a request that was refused or failed. Errors other than `ProblemError` expose only their trace id. */
export function problemReply(error: unknown, traceId: string, repeatsDetail = false): Reply {
  const problem = problemOf(error, traceId);
  return {
    kind: 'text',
    status: problem.status,
    code: problem.code,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...challenge(problem),
      ...retryAfter(problem),
      ...allow(error),
    },
    body: Buffer.from(JSON.stringify(repeatsDetail ? { ...problem, message: problem.detail } : problem)),
    compress: false,
  };
}

function retryAfter({ retry_after, status }: Problem): Readonly<Record<string, string>> {
  if (retry_after !== undefined) return { 'retry-after': String(retry_after) };
  return status === 503 || status === 507 || status === 429 ? { 'retry-after': '2' } : {};
}

/** RFC 6750: an invalid token gets another challenge than a missing one. */
function challenge({ code, data }: Problem): Readonly<Record<string, string>> {
  if (code !== 'unauthenticated') return {};
  return {
    'www-authenticate':
      data?.['token'] === undefined ? 'Bearer realm="svc"' : 'Bearer realm="svc", error="invalid_token"',
  };
}

/** Which methods a path takes, from the facts of `method-not-allowed`. */
function allow(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ProblemError) || error.code !== 'method-not-allowed') return {};
  const methods = error.facts.data?.['allow'];
  return typeof methods === 'string' ? { allow: methods } : {};
}
