import { z } from 'zod';

/** An answer as it was first given. */
export const storedAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  code: z.string().nullable(),
  body: z.string(),
});
export type StoredAnswer = z.output<typeof storedAnswer>;

/** One use of an Idempotency-Key: who, for which operation, with which request. */
export interface KeyedRequest {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the request. */
  readonly fingerprint: Buffer;
}

/** What a key stands for now. */
export type KeyState =
  /** Ours to work on; `attempt` must be given back with the outcome. */
  | { readonly kind: 'begun'; readonly attempt: string }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'other-request' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /** Takes the key, unless it stands for something already. An attempt that ends neither way is given up after `maxMs`. */
  begin(request: KeyedRequest, maxMs: number): Promise<KeyState>;
  /** Keeps the answer for a day. */
  keep(request: KeyedRequest, attempt: string, answer: StoredAnswer): Promise<void>;
  /** Forgets an attempt that did nothing, so that the same key may try again. */
  release(request: KeyedRequest, attempt: string): Promise<void>;
}

/** Injects the {@link IdempotencyStore}. */
export const IDEMPOTENCY_STORE = Symbol('gateway.idempotency-store');
