import { z } from 'zod';

/** An answer as it was first given. */
export const storedAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  code: z.string().nullable(),
  body: z.string(),
});
export type StoredAnswer = z.output<typeof storedAnswer>;

/** One use of an Idempotency-Key: caller, operation and request. */
export interface KeyedRequest {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the request. */
  readonly fingerprint: Buffer;
}

/** The current state of a key. */
export type KeyState =
  /** This attempt owns it; `attempt` must be passed back with the outcome. */
  | { readonly kind: 'begun'; readonly attempt: string }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'other-request' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /** Claims the key, unless it is taken. An attempt that neither completes nor releases it is abandoned after `maxMs`. */
  begin(request: KeyedRequest, maxMs: number): Promise<KeyState>;
  /** Stores the answer for a day. */
  keep(request: KeyedRequest, attempt: string, answer: StoredAnswer): Promise<void>;
  /** Releases the key of an attempt that changed nothing, so that it may be used again. */
  release(request: KeyedRequest, attempt: string): Promise<void>;
}

/** Injects the {@link IdempotencyStore}. */
export const IDEMPOTENCY_STORE = Symbol('gateway.idempotency-store');
