import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { ServiceName } from '@svc/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import type { NatsLink, Unsubscribe } from '../../nats/nats-link';
import { cancelSubject, presenceSubject } from '../../wire/headers';
import { HandledCall } from '../handles';
import { type Run, ServedCall, type Serving } from './served-call';

/** How long handlers that were told to stop get to say so to their callers. */
const LAST_WORDS_MS = 500;

export interface RpcServerSettings {
  readonly service: ServiceName;
  /** How long work under way may go on after `close`. */
  readonly graceMs: number;
}

/**
 * Nest's transport for our calls. Every `@Handles` method listens on its subject in the queue group of the service, so that
 * one replica answers; a caller that gave up, or that asks whether its call is still worked on, reaches every replica.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  private readonly calls = new Map<string, ServedCall>();
  private readonly subscriptions: Unsubscribe[] = [];
  /** What callers say about calls under way: heard until the last of those is answered. */
  private readonly hints: Unsubscribe[] = [];
  private closing: Promise<void> | undefined;

  constructor(
    private readonly settings: RpcServerSettings,
    private readonly link: NatsLink,
    private readonly serving: Serving,
  ) {
    super();
    serving.metrics.watchInFlight(() => [...this.calls.values()].map((it) => [it.call.name, it.inFlight] as const));
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEvent = false,
    extras: Record<string, unknown> = {},
  ): void {
    const handled = extras['handled'];
    if (!(handled instanceof HandledCall) || isEvent)
      throw new Error(`${String(pattern)}: use @Handles(call) instead of Nest's own message decorators`);
    const subject = handled.call.subject.replace('{service}', this.settings.service);
    if (!subject.startsWith(`svc.${this.settings.service}.`))
      throw new Error(`"${this.settings.service}" may not answer ${subject}, which is another service's`);
    if (this.calls.has(subject)) throw new Error(`two handlers want to answer ${subject}`);
    this.calls.set(subject, new ServedCall(handled.call, runOf(callback), this.serving));
  }

  async listen(done: (error?: unknown) => void): Promise<void> {
    try {
      await this.link.open();
      for (const [subject, call] of this.calls) {
        this.subscriptions.push(
          this.link.subscribe(subject, (message) => call.receive(message), this.settings.service),
        );
      }
      this.listenToCallers();
      await this.link.flush();
      done();
    } catch (error) {
      done(error);
    }
  }

  /** Takes nothing new, lets work under way finish within the grace, stops the rest, and sends every reply. */
  close(): Promise<void> {
    this.closing ??= this.drain();
    return this.closing;
  }

  on(): never {
    throw new Error('NatsLink reports the state of the connection');
  }

  unwrap(): never {
    throw new Error('NatsLink holds the connection');
  }

  private listenToCallers(): void {
    const { inFlight } = this.serving;
    this.hints.push(
      this.link.subscribe(cancelSubject(this.settings.service), (message) => inFlight.cancel(message.string())),
      this.link.subscribe(presenceSubject(this.settings.service), (message) => {
        if (inFlight.has(message.string())) message.respond();
      }),
    );
  }

  private async drain(): Promise<void> {
    await endAll(this.subscriptions);
    const { inFlight } = this.serving;
    if (!(await inFlight.idle(this.settings.graceMs))) {
      inFlight.stopAll();
      await inFlight.idle(LAST_WORDS_MS);
    }
    await endAll(this.hints);
    if (this.link.connected) await this.link.flush().catch(() => undefined);
  }
}

async function endAll(subscriptions: Unsubscribe[]): Promise<void> {
  await Promise.all(subscriptions.splice(0).map((unsubscribe) => unsubscribe().catch(() => undefined)));
}

/** Nest hands back an Observable only for errors and interceptors; everything else is the bare answer. */
function runOf(callback: MessageHandler): Run {
  return async (request, context) => {
    const result: unknown = await callback(request, context);
    return isObservable(result) ? lastValueFrom(result) : result;
  };
}
