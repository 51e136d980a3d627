import { Inject, Injectable } from '@nestjs/common';
import { NatsLink } from '@svc/platform';
import type { UserFeed } from '../user.ports';

const SUBJECT = 'svc.event.gateway.user.changed';

/** Changes of users over core NATS. What is said while a replica is cut off is lost to it, so it must not cache then. */
@Injectable()
export class NatsUserFeed implements UserFeed {
  constructor(@Inject(NatsLink) private readonly link: NatsLink) {}

  get live(): boolean {
    return this.link.connected;
  }

  async announce(login: string): Promise<void> {
    if (this.link.publish(SUBJECT, login)) await this.link.flush();
  }

  listen(onChanged: (login: string) => void): void {
    this.link.subscribe(SUBJECT, (message) => onChanged(message.string()));
  }
}
