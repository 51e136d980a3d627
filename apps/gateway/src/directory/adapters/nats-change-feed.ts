import type { NatsLink } from '@svc/platform';
import type { ChangeFeed } from '../change-feed';

/** Changes over core NATS. A disconnected replica misses them, so it must not use its cache until it is connected again. */
export class NatsChangeFeed implements ChangeFeed {
  private readonly subject: string;

  /** `event` is the last part of the subject: `user.changed`. */
  constructor(
    private readonly link: NatsLink,
    event: string,
  ) {
    this.subject = `svc.event.gateway.${event}`;
  }

  get live(): boolean {
    return this.link.connected;
  }

  async announce(id: string): Promise<void> {
    if (this.link.publish(this.subject, id)) await this.link.flush();
  }

  listen(onChanged: (id: string) => void): void {
    this.link.subscribe(this.subject, (message) => onChanged(message.string()));
  }
}
