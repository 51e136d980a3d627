import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalize } from '@svc/audit-chain';
import { type Endpoint, type Principal, type ProblemCode, ProblemError } from '@svc/contracts';
import type { Reply } from '../answer/reply';
import { IDEMPOTENCY_STORE, type IdempotencyStore, type KeyedRequest, type StoredAnswer } from './idempotency.ports';

/** What a client may send as Idempotency-Key: visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** After these errors the outcome is unknown, so a retry must not execute again: it is refused until the attempt counts as abandoned. */
const UNKNOWN_OUTCOME = new Set<ProblemCode>(['deadline-exceeded', 'internal']);

/** One answer, and whether it is a replay. */
export interface OnceAnswered {
  readonly reply: Reply;
  readonly replayed: boolean;
}

/**
 * Idempotency-Key: for a day, the same key of the same principal for the same operation gets the first answer again.
 * While the first request runs, a second is refused with `conflict`; another request under the same key with
 * `idempotency-mismatch`. A refusal changed nothing, so it is not stored: the same key may be used again.
 */
@Injectable()
export class AnswerOnce {
  constructor(@Inject(IDEMPOTENCY_STORE) private readonly store: IdempotencyStore) {}

  async answer(
    endpoint: Endpoint,
    who: Principal,
    key: string,
    request: object,
    work: () => Promise<Reply>,
  ): Promise<OnceAnswered> {
    if (!KEY.test(key))
      throw new ProblemError('invalid-request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.', {
        errors: [{ pointer: '/headers/idempotency-key', message: 'must be 1 to 255 visible ASCII characters' }],
      });
    const keyed: KeyedRequest = {
      principal: who.id,
      operation: endpoint.name,
      key,
      fingerprint: createHash('sha256')
        .update(canonicalize(JSON.parse(JSON.stringify(request))))
        .digest(),
    };
    const state = await this.store.begin(keyed, endpoint.timeoutMs + 30_000);
    switch (state.kind) {
      case 'begun':
        return { reply: await this.work(keyed, state.attempt, work), replayed: false };
      case 'in-flight':
        throw new ProblemError(
          'conflict',
          'A request with this Idempotency-Key is still running. Try again in a moment.',
          {
            retryAfter: 1,
          },
        );
      case 'other-request':
        throw new ProblemError(
          'idempotency-mismatch',
          'This Idempotency-Key was used for another request. Use a new key for a new request.',
        );
      case 'answered':
        return { reply: replay(state.answer), replayed: true };
    }
  }

  private async work(keyed: KeyedRequest, attempt: string, work: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await work();
      // The work is done, so answer it. When the answer cannot be stored, the key stays "running": nothing is done twice.
      if (reply.kind === 'text') await this.store.keep(keyed, attempt, toStored(reply)).catch(() => undefined);
      else await this.store.release(keyed, attempt).catch(() => undefined);
      return reply;
    } catch (error) {
      if (!isUnknownOutcome(error)) await this.store.release(keyed, attempt).catch(() => undefined);
      throw error;
    }
  }
}

function isUnknownOutcome(error: unknown): boolean {
  return !(error instanceof ProblemError) || UNKNOWN_OUTCOME.has(error.code);
}

function toStored(reply: Extract<Reply, { kind: 'text' }>): StoredAnswer {
  return {
    status: reply.status,
    headers: { ...reply.headers },
    code: reply.code,
    body: Buffer.from(reply.body).toString('utf8'),
  };
}

function replay({ status, headers, code, body }: StoredAnswer): Reply {
  return {
    kind: 'text',
    status,
    code,
    headers: { ...headers, 'idempotency-replayed': 'true' },
    body: Buffer.from(body),
    compress: false,
  };
}
