import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

/**
 * The headers of one try (Standard Webhooks 1.0, and GitHub's form). `secrets` are as people have them, the newest first: all
 * of them sign `webhook-signature`, the newest signs `x-svc-signature`, whose key is the secret's text. That one covers the body
 * alone, so it does not tell a repetition by somebody else; the others cover id and time.
 */
export function signedHeaders(
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-svc-signature': `sha256=${createHmac('sha256', secrets[0] ?? '')
      .update(body)
      .digest('hex')}`,
  };
}
