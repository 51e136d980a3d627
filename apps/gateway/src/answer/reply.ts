import type { Readable } from 'node:stream';

export type ReplyHeaders = Readonly<Record<string, string>>;

/** The response, complete before its first byte is sent, because the audit record is written before it. */
export type Reply = {
  readonly status: number;
  readonly headers: ReplyHeaders;
  /** The problem code in the response, for the audit record. */
  readonly code: string | null;
  /** Set-Cookie fields. They belong to this response only and are never stored with it. */
  readonly cookies?: readonly string[];
  /** Called when it was sent or never will be: removes what was stored only for it. */
  readonly done?: () => Promise<void>;
} & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly body: Uint8Array; readonly compress: boolean }
  /** Opened when it is sent; `bytes` is its length if known. */
  | {
      readonly kind: 'stream';
      readonly open: () => Promise<Readable>;
      readonly bytes: number | null;
      readonly compress: boolean;
    }
);
