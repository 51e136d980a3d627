import type { NatsLink } from '../nats/nats-link';

/** What hints need of NATS: delivery at most once, to current listeners. */
export type HintLink = Pick<NatsLink, 'publish' | 'subscribe'>;

/** `svc.event.<service>.job.<id>`: something changed about that job. */
export function jobSubject(service: string, id: string): string {
  return `svc.event.${service}.job.${id}`;
}

/** The service part of a job id: `compute_6f1c…` belongs to compute. */
export function ownerOfJob(id: string): string {
  return id.slice(0, id.indexOf('_'));
}

/**
 * Publishes and receives which jobs of one service have changed. A hint has no content and may be lost: the row is
 * authoritative, and whoever waits for a hint also polls.
 */
export class JobHints {
  constructor(
    private readonly service: string,
    private readonly link: HintLink,
  ) {}

  changed(id: string): void {
    this.link.publish(jobSubject(this.service, id), '');
  }

  onChange(listener: (id: string) => void): () => void {
    const unsubscribe = this.link.subscribe(jobSubject(this.service, '*'), ({ subject }) =>
      listener(subject.slice(subject.lastIndexOf('.') + 1)),
    );
    return () => void unsubscribe().catch(() => undefined);
  }
}
