import type { Gauge } from './warehouse';

export type WarehouseErrorCode =
  /** Neither a SHA-256 in hex nor, for staged files, a UUID. */
  | 'bad-name'
  /** Nothing is stored under that name, or it has expired. */
  | 'no-such-object'
  /** What is stored under that name is not what was stored; it is given to nobody. The message names the object. */
  | 'object-corrupt'
  /** No adapter opens such a URL. */
  | 'unsupported-url'
  /** The storage refused the bytes for want of room; nothing of them was kept. */
  | 'no-space'
  /** Whoever it is stored for has as much as they may; `gauge` says how much that is. */
  | 'over-budget';

/** What a warehouse refuses. Anything else that fails is the storage's own error, passed on as it is. */
export class WarehouseError extends Error {
  override readonly name = 'WarehouseError';
  readonly gauge: Gauge | null;

  constructor(
    readonly code: WarehouseErrorCode,
    message: string,
    options?: ErrorOptions & { readonly gauge?: Gauge },
  ) {
    super(message, options);
    this.gauge = options?.gauge ?? null;
  }
}
