import type { Json, WebhookEvent } from '@svc/contracts';

/** What is posted, byte for byte the same at every try. */
export function eventBody(type: WebhookEvent['type'], at: Date, data: Readonly<Record<string, Json>>): string {
  const action = type.slice(type.indexOf('.') + 1);
  return JSON.stringify({ type, action, timestamp: at.toISOString(), data } satisfies WebhookEvent);
}
