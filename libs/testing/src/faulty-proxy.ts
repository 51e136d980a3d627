import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP line to a server that can be cut, frozen and slowed down, as networks are. */
export class FaultyProxy {
  private readonly server: Server = createServer((client) => this.join(client));
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';
  private lateMs = 0;

  private constructor(private readonly target: number) {}

  /** Listens on a free loopback port and passes everything on to `target`. */
  static async start(target: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return address.port;
  }

  /** Ends every connection and lets no new one through. */
  cut(): void {
    this.state = 'cut';
    this.end();
  }

  /** Keeps every connection, and holds back what is sent over them, in both directions. */
  freeze(): void {
    this.state = 'frozen';
    for (const socket of this.sockets) socket.pause();
  }

  /** Delivers everything this much later. */
  delay(ms: number): void {
    this.lateMs = ms;
  }

  /** Lets everything through again, what was held back first. */
  heal(): void {
    this.state = 'open';
    this.lateMs = 0;
    for (const socket of this.sockets) socket.resume();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.end();
    await closed;
  }

  private join(client: Socket): void {
    if (this.state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(this.target, '127.0.0.1');
    this.pass(client, upstream);
    this.pass(upstream, client);
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (this.lateMs === 0) to.write(bytes);
      else setTimeout(() => to.destroyed || to.write(bytes), this.lateMs);
    });
    if (this.state === 'frozen') from.pause();
    // Either end takes the other with it.
    from
      .on('error', () => undefined)
      .on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
  }

  private end(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
