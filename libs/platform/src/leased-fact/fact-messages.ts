import type { ServiceName } from '@svc/contracts';
import { z } from 'zod';

/** An owner tells all holders: what depends on these topics has changed. Each confirms once it holds nothing of before. */
const changed = z.object({ change: z.uuid(), topics: z.array(z.string()) });
const confirmed = z.object({ change: z.uuid(), holder: z.uuid() });

/** Heard by every replica of every holder. */
export const changedSubject = (owner: ServiceName): string => `svc.event.${owner}.fact.changed`;
/** Heard by one replica of the owner: the payload names a holder that ends. */
export const leaveSubject = (owner: ServiceName): string => `svc.${owner}.fact.leave`;

/** Null for any other text. */
export const readChanged = (text: string): z.output<typeof changed> | null =>
  changed.safeParse(parsed(text)).data ?? null;
export const readConfirmed = (text: string): z.output<typeof confirmed> | null =>
  confirmed.safeParse(parsed(text)).data ?? null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
