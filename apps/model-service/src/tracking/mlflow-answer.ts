import { Readable } from 'node:stream';
import { type ProblemCode, ProblemError, PROBLEMS } from '@svc/contracts';
import type { TrackingReply } from './tracking.ports';

/** What MLflow's clients branch on; every other refusal is one of its status alone. */
const CODES: Partial<Record<ProblemCode, string>> = {
  'not-found': 'RESOURCE_DOES_NOT_EXIST',
  'invalid-request': 'INVALID_PARAMETER_VALUE',
  'malformed-body': 'INVALID_PARAMETER_VALUE',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'PERMISSION_DENIED',
  unavailable: 'TEMPORARILY_UNAVAILABLE',
  conflict: 'RESOURCE_ALREADY_EXISTS',
};

/** A value as MLflow answers it. */
export function jsonReply(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): TrackingReply {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), ...headers },
    body: Readable.from([body]),
  };
}

/** A refusal as MLflow's clients read it: they show the message, and know a missing experiment by its code. */
export function refusalReply(error: unknown): TrackingReply {
  if (!(error instanceof ProblemError))
    return jsonReply({ error_code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' }, 500);
  const { status } = PROBLEMS[error.code];
  const { retryAfter } = error.facts;
  return jsonReply(
    { error_code: CODES[error.code] ?? 'INTERNAL_ERROR', message: error.detail },
    status,
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}
