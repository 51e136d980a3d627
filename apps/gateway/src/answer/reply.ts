import type { Readable } from 'node:stream';

export type ReplyHeaders = Readonly<Record<string, string>>;

/** What will be sent: decided completely before the first byte leaves, because the audit record comes before it. */
export type Reply = {
  readonly status: number;
  readonly headers: ReplyHeaders;
  /** The code of the problem it tells, for the record. */
  readonly code: string | null;
  /** Set-Cookie fields. They belong to this reply alone: nothing that keeps replies keeps them. */
  readonly cookies?: readonly string[];
  /** Called once it was sent, or never will be: what was stored for it alone can go. */
  readonly done?: () => Promise<void>;
} & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly body: Uint8Array; readonly compress: boolean }
  /** Opened only when it is sent; `bytes` is its length when that is known. */
  | {
      readonly kind: 'stream';
      readonly open: () => Promise<Readable>;
      readonly bytes: number | null;
      readonly compress: boolean;
    }
);
