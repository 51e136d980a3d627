import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '@svc/contracts';
import {
  connect,
  type ConnectionOptions,
  Events,
  type Msg,
  type NatsConnection,
  NatsError,
  type Status,
  type Subscription,
} from 'nats';
import type { Logger } from 'pino';
import { ConfigError } from '../config/config-error';

const DRAIN_WITHIN_MS = 2_000;
const SECONDS_TO_RETRY = 2;

/** Told once per loss of the connection, when what was asked over it may never be answered. */
export type LossListener = () => void;

interface Subscribing {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly onMessage: (message: Msg) => void;
}

/** Undoes a subscription; resolves once every message already received has been handed over. */
export type Unsubscribe = () => Promise<void>;

/**
 * The service's one connection to NATS: waits for the server at start, reconnects without limit, and reports its actual
 * state.
 */
export class NatsLink {
  private connection: NatsConnection | undefined;
  private up = false;
  private readonly stopping = new AbortController();
  private readonly lossListeners = new Set<LossListener>();
  private readonly returnListeners = new Set<() => void>();
  private opening: Promise<NatsConnection> | undefined;
  /** Resolves with the reason if the connection ever ends for good without `close`: the process must then end too. */
  readonly failed: Promise<Error>;
  private fail: (reason: Error) => void = () => undefined;

  constructor(
    private readonly options: ConnectionOptions,
    private readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    this.failed = new Promise((resolve) => {
      this.fail = resolve;
    });
  }

  /** True while requests can be sent. */
  get connected(): boolean {
    return this.up;
  }

  /** Bytes of payload and headers that one message may have. */
  get maxPayload(): number {
    return this.connection?.info?.max_payload ?? 1024 * 1024;
  }

  onLoss(listener: LossListener): void {
    this.lossListeners.add(listener);
  }

  onReturn(listener: () => void): void {
    this.returnListeners.add(listener);
  }

  /** Starts connecting and resolves when connected. Waits as long as the server is away; rejects when it refuses our credentials. */
  async open(): Promise<void> {
    this.opening ??= this.dial();
    await this.opening;
  }

  /** The live connection; throws `unavailable` at once when there is none now. */
  live(): NatsConnection {
    if (!this.up || this.connection === undefined) throw unavailable();
    return this.connection;
  }

  /** Publishes a hint: it is lost while the connection is away. Whoever hears it may reply to `reply`. Returns whether it was sent. */
  publish(subject: string, payload: Uint8Array | string, reply?: string): boolean {
    if (!this.up) return false;
    this.connection?.publish(subject, payload, reply === undefined ? {} : { reply });
    return true;
  }

  /** Subscribes, now or once connected, and again after every reconnection. */
  subscribe(subject: string, onMessage: (message: Msg) => void, queue?: string): Unsubscribe {
    const wanted = { subject, queue, onMessage };
    const subscribed =
      this.connection === undefined ? this.subscribeWhenOpen(wanted) : this.subscribeTo(this.connection, wanted);
    return async () => {
      const subscription = await subscribed;
      if (subscription === undefined || subscription.isClosed() || this.connection?.isClosed() === true) return;
      if (this.up) await subscription.drain();
      else subscription.unsubscribe();
    };
  }

  /** Resolves when the server has seen everything sent so far. */
  async flush(): Promise<void> {
    await this.live().flush();
  }

  /** Ends the connection after sending what is under way. */
  async close(): Promise<void> {
    this.stopping.abort();
    const connection = await this.opening?.catch(() => undefined);
    if (connection === undefined || connection.isClosed()) return;
    if (this.up && !connection.isDraining()) {
      const late = new AbortController();
      await Promise.race([
        connection.drain().catch(() => undefined),
        delay(DRAIN_WITHIN_MS, undefined, late).catch(() => undefined),
      ]);
      late.abort();
    }
    this.up = false;
    await connection.close();
  }

  private async subscribeWhenOpen(wanted: Subscribing): Promise<Subscription | undefined> {
    const connection = await (this.opening ??= this.dial()).catch(() => undefined);
    return connection === undefined ? undefined : this.subscribeTo(connection, wanted);
  }

  private subscribeTo(
    connection: NatsConnection,
    { subject, queue, onMessage }: Subscribing,
  ): Subscription | undefined {
    if (connection.isClosed() || connection.isDraining()) return undefined;
    return connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error === null) onMessage(message);
        else
          this.logger.error(
            { err: error, subject },
            'NATS refused a subscription; check the permissions of the NATS user',
          );
      },
    });
  }

  /** The client can itself wait for the first connection, but would then also wait silently after a wrong password. */
  private async dial(): Promise<NatsConnection> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return this.adopt(await connect(this.options));
      } catch (error) {
        if (isRefusal(error))
          throw new ConfigError([
            'SVC_NATS_USER, SVC_NATS_PASSWORD: NATS refuses these credentials; set those of this service.',
          ]);
        if (attempt === 0) this.logger.warn({ err: error, servers: this.options.servers }, 'waiting for NATS');
      }
      await delay(this.options.reconnectTimeWait ?? 500, undefined, { signal: this.stopping.signal });
    }
  }

  private adopt(connection: NatsConnection): NatsConnection {
    this.connection = connection;
    this.up = true;
    this.logger.info({ server: connection.getServer() }, 'connected to NATS');
    void this.follow(connection);
    return connection;
  }

  private async follow(connection: NatsConnection): Promise<void> {
    void connection.closed().then((reason) => {
      this.up = false;
      if (!this.stopping.signal.aborted) this.fail(new Error('the NATS connection was closed', { cause: reason }));
    });
    for await (const status of connection.status()) this.note(status);
  }

  private note(status: Status): void {
    if (status.type === Events.Disconnect) {
      this.up = false;
      if (!this.stopping.signal.aborted) this.logger.warn('lost NATS; reconnecting');
      for (const listener of this.lossListeners) listener();
    } else if (status.type === Events.Reconnect) {
      this.up = true;
      this.logger.info({ server: status.data }, 'connected to NATS again');
      for (const listener of this.returnListeners) listener();
    } else if (status.type === Events.Error) {
      this.logger.error({ nats: status.data, permission: status.permissionContext }, 'NATS reports an error');
    }
  }
}

/** What a caller sees while NATS is away. */
export function unavailable(cause?: unknown): ProblemError {
  return new ProblemError('unavailable', 'The message bus is unavailable; try again in a moment.', {
    retryAfter: SECONDS_TO_RETRY,
    ...(cause === undefined ? {} : { cause }),
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof NatsError && error.isAuthError();
}
