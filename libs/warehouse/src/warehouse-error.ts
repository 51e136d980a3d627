import type { Gauge } from './gauge';

export type WarehouseErrorCode =
  /** Neither a SHA-256 in hex nor, for staged files, a UUID. */
  | 'bad-name'
  /** Nothing is stored under that name, or it has expired. */
  | 'no-such-object'
  /** The stored bytes do not match the name; they are not returned. The message names the object. */
  | 'object-corrupt'
  /** No adapter opens such a URL. */
  | 'unsupported-url'
  /** The storage is full; nothing was kept. */
  | 'no-space'
  /** The owner has reached their budget; `gauge` has the figures. */
  | 'over-budget';

/** A refusal of the warehouse. Other failures are the storage's own errors, passed on unchanged. */
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
