import type { NatsLink } from '@svc/platform';
import type { ChangeFeed } from '../change-feed';

/** Changes over core NATS. What is said while a replica is cut off is lost to it, so it must not rely on what it remembers then. */
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
