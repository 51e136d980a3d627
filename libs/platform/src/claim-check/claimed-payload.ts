import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { INLINE_LIMIT } from '../wire/headers';
import type { ClaimCheckStore } from './claim-check-store';

/** Room for the headers of a message, of which the signed principal is the largest. */
const HEADER_ROOM = 32 * 1024;
/** A claimed payload is read into memory; what is larger must be streamed as a file. */
const CLAIM_LIMIT = 64 * 1024 * 1024;

/** What a message contains instead of a large payload. */
export const claimTicket = z.object({ object: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() });
export type ClaimTicket = z.infer<typeof claimTicket>;

/** A store streams bytes; one that was told an encoding would not. */
const byteChunk = z.instanceof(Uint8Array);

export interface Payload {
  readonly bytes: Uint8Array;
  readonly claim: boolean;
}

/** Payloads that may be too large for a message. */
export class ClaimedPayloads {
  constructor(
    private readonly store: ClaimCheckStore | null,
    private readonly maxMessage: () => number,
  ) {}

  /**
   * The payload of a message: up to 256 KiB the JSON itself, beyond that a ticket. Without a store,
   * `payload-too-large`.
   */
  async wrap(json: Uint8Array): Promise<Payload> {
    if (json.length <= INLINE_LIMIT) return { bytes: json, claim: false };
    if (this.store !== null && json.length <= CLAIM_LIMIT) {
      const { object, bytes } = await this.store.put(json);
      return this.ticketFor({ object, bytes });
    }
    if (this.store === null && json.length + HEADER_ROOM <= this.maxMessage()) return { bytes: json, claim: false };
    throw tooLarge(json.length);
  }

  /** The message for a payload that is already in the store. */
  ticketFor({ object, bytes }: ClaimTicket): Payload {
    if (bytes > CLAIM_LIMIT) throw tooLarge(bytes);
    return { bytes: Buffer.from(JSON.stringify({ object, bytes })), claim: true };
  }

  /** Discards what was stored for a reader who will not read it. Never rejects: leftovers expire. */
  async drop(object: string): Promise<void> {
    await this.store?.discard(object).catch(() => undefined);
  }

  /** The bytes behind a ticket, checked against their hash. The signal ends a read that hangs. */
  async fetch(ticket: ClaimTicket, signal: AbortSignal): Promise<Uint8Array> {
    if (this.store === null) throw new Error('a claim check arrived, but this service was given no ClaimCheckStore');
    if (ticket.bytes > CLAIM_LIMIT)
      throw new ProblemError('payload-too-large', `An answer of ${ticket.bytes} bytes must be streamed.`);
    const hash = createHash('sha256');
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of addAbortSignal(signal, await this.store.open(ticket.object))) {
      const bytes = byteChunk.parse(chunk);
      length += bytes.length;
      if (length > ticket.bytes) break;
      hash.update(bytes);
      chunks.push(bytes);
    }
    if (length !== ticket.bytes || hash.digest('hex') !== ticket.object)
      throw new Error(`the object ${ticket.object} is not what its claim check says`);
    return Buffer.concat(chunks, length);
  }

  /** The same, of an answer, which has one reader: it is removed then. */
  async fetchOnce(ticket: ClaimTicket, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.fetch(ticket, signal);
    } finally {
      await this.drop(ticket.object);
    }
  }
}

function tooLarge(bytes: number): ProblemError {
  return new ProblemError('payload-too-large', `A message of ${String(bytes)} bytes cannot be sent; ask for less.`);
}
