import { z } from 'zod';

/** The form of the data of each event, by the event's name. */
export type EventForms = Readonly<Record<string, z.ZodType>>;

/** Names an event within its stream; a caller who comes back sends the last one it has seen (Last-Event-ID). */
export const eventId = z.string().regex(/^[!-~]{1,200}$/);

/** An event of a stream: `id`, which event it is, and its data. */
export type StreamEvent<F extends EventForms = EventForms> = {
  readonly [K in keyof F & string]: { readonly id: string; readonly event: K; readonly data: z.output<F[K]> };
}[keyof F & string];

/** What the service of a stream answers: what has happened since the event `after` of the request, or what stands now. */
export interface EventBatch<F extends EventForms = EventForms> {
  readonly events: StreamEvent<F>[];
  /** Nothing will come after these. */
  readonly ended: boolean;
  /** The subject on which the service says that there is more to ask for: `svc.event.…`. A hint may be lost. */
  readonly wake: string;
}

/** A response that is a stream of server-sent events. */
export type EventStream<F extends EventForms = EventForms> = z.ZodType<EventBatch<F>> & {
  readonly forms: F;
  /** The event whose newest data is the answer to a caller who accepts JSON only; null: such a caller is refused. */
  readonly snapshot: string | null;
};

/**
 * Declares the response of an endpoint that streams events. The service answers each request at once with an
 * {@link EventBatch}; the gateway asks again on each hint, with `after` the last event's id, until the stream ends.
 */
export function eventStream<const F extends EventForms>(
  forms: F,
  options?: { readonly snapshot?: keyof F & string },
): EventStream<F>;
export function eventStream(
  forms: EventForms,
  { snapshot = null }: { readonly snapshot?: string | null } = {},
): EventStream {
  const events = Object.entries(forms).map(([event, data]) => z.object({ id: eventId, event: z.literal(event), data }));
  const batch = z.object({
    events: z.array(z.union(events)),
    ended: z.boolean(),
    wake: z.string().startsWith('svc.event.'),
  });
  return Object.assign(batch, { forms, snapshot });
}

export function isEventStream(response: z.ZodType): response is EventStream {
  return 'forms' in response && 'snapshot' in response;
}
