import { ProblemError } from '@svc/contracts';
import { ErrorCode, type Msg, type MsgHdrs, NatsError } from 'nats';
import { type NatsLink, unavailable } from '../../nats/nats-link';
import { deadlineExceeded } from '../task';

/** One message that wants a reply. */
export interface Outgoing {
  readonly subject: string;
  readonly bytes: Uint8Array;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
}

/** Request and reply over NATS where every way to fail is a `ProblemError`, and at once wherever it is known at once. */
export class Bus {
  private readonly pending = new Set<(reason: ProblemError) => void>();
  private outgoing: (() => void)[] = [];

  constructor(private readonly link: NatsLink) {
    // A reply sent while we were away is lost, so waiting for it would only waste the caller's time.
    link.onLoss(() => this.failAll(unavailable()));
  }

  /** Resolves with the reply. `giveUp` is handed a function that ends the wait early with a reason. */
  request(message: Outgoing, giveUp: (stop: (reason: ProblemError) => void) => void): Promise<Msg> {
    this.link.live();
    return new Promise((resolve, reject) => {
      const fail = (reason: ProblemError) => {
        this.pending.delete(fail);
        reject(reason);
      };
      this.pending.add(fail);
      giveUp(fail);
      this.atEndOfTurn(() => {
        // Given up or cut off since: what nobody waits for is not asked.
        if (!this.pending.has(fail)) return;
        this.exchange(message).then(
          (reply) => {
            this.pending.delete(fail);
            resolve(reply);
          },
          (error: unknown) => fail(normalise(error, message, this.link)),
        );
      });
    });
  }

  /** Tells the replicas of a service that nobody waits for a call any more. A hint: the deadline stands behind it. */
  cancel(subject: string, id: string): void {
    this.link.publish(subject, id);
  }

  /** Whether anybody on `subject` replies to `payload` within the time. */
  async hears(subject: string, payload: string, withinMs: number): Promise<boolean> {
    try {
      await this.link.live().request(subject, Buffer.from(payload), { timeout: withinMs });
      return true;
    } catch {
      return false;
    }
  }

  private async exchange({ subject, bytes, timeoutMs, headers }: Outgoing): Promise<Msg> {
    return this.link.live().request(subject, bytes, { timeout: timeoutMs, headers });
  }

  /** What is asked within one turn of the event loop leaves with one write: under load writing costs more than what is written. */
  private atEndOfTurn(send: () => void): void {
    if (this.outgoing.push(send) > 1) return;
    setImmediate(() => {
      const all = this.outgoing;
      this.outgoing = [];
      for (const it of all) it();
    });
  }

  private failAll(reason: ProblemError): void {
    for (const fail of [...this.pending]) fail(reason);
  }
}

function normalise(error: unknown, message: Outgoing, link: NatsLink): ProblemError {
  const code = error instanceof NatsError ? error.code : undefined;
  switch (code) {
    case ErrorCode.NoResponders:
      return new ProblemError('unavailable', `No service answers ${message.subject} at the moment; try again.`, {
        retryAfter: 2,
        cause: error,
      });
    case ErrorCode.Timeout:
      return link.connected ? deadlineExceeded() : unavailable(error);
    case ErrorCode.MaxPayloadExceeded:
      return new ProblemError('payload-too-large', `A message of ${message.bytes.length} bytes cannot be sent.`, {
        cause: error,
      });
    case ErrorCode.PermissionsViolation:
      return new ProblemError('internal', `The NATS user of this service may not send to ${message.subject}.`, {
        cause: error,
      });
    default:
      return unavailable(error);
  }
}
