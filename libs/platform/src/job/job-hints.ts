import type { EventBus } from './event-bus';

/** `svc.event.<service>.job.<id>`: something changed about that job. */
export function jobSubject(service: string, id: string): string {
  return `svc.event.${service}.job.${id}`;
}

/** The service part of a job id: `compute_6f1c…` belongs to compute. */
export function ownerOfJob(id: string): string {
  return id.slice(0, id.indexOf('_'));
}

/** Tells and hears which jobs of one service have changed. The hint carries nothing: the row says what is true. */
export class JobHints {
  constructor(
    private readonly service: string,
    private readonly bus: EventBus,
  ) {}

  changed(id: string): void {
    this.bus.publish(jobSubject(this.service, id), '');
  }

  onChange(listener: (id: string) => void): () => void {
    return this.bus.subscribe(jobSubject(this.service, '*'), (subject) => listener(subject.slice(subject.lastIndexOf('.') + 1)));
  }
}
