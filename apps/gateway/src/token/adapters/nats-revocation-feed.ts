import { Inject, Injectable } from '@nestjs/common';
import { NatsLink } from '@svc/platform';
import type { RevocationFeed } from '../token.ports';

const SUBJECT = 'svc.event.gateway.token.revoked';

/** Revocations and rotations over core NATS. What is said while a replica is cut off is lost to it, so it must not cache then. */
@Injectable()
export class NatsRevocationFeed implements RevocationFeed {
  constructor(@Inject(NatsLink) private readonly link: NatsLink) {}

  get live(): boolean {
    return this.link.connected;
  }

  async announce(id: string): Promise<void> {
    if (this.link.publish(SUBJECT, id)) await this.link.flush();
  }

  listen(onChanged: (id: string) => void): void {
    this.link.subscribe(SUBJECT, (message) => onChanged(message.string()));
  }
}
