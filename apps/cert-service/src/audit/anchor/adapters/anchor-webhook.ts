import { type GuardedPost, requireTarget } from '@svc/webhook';
import type { Anchor, AnchorDestination } from '../anchor.ports';

/**
 * Posts each checkpoint as `{type, timestamp, data}` with the headers of Standard Webhooks except the signature, which
 * is in the note: verifying it needs the log's public key and no shared secret. Only 2xx counts as received.
 */
export class AnchorWebhook implements AnchorDestination {
  readonly name = 'webhook';

  constructor(
    private readonly url: URL,
    private readonly post: GuardedPost,
  ) {
    requireTarget(url, post.allowLoopback);
  }

  async publish({ id, note, origin, size, root, at }: Anchor): Promise<void> {
    const data = { origin, size, root: Buffer.from(root, 'hex').toString('base64'), checkpoint: note };
    const { status } = await this.post.send(
      this.url,
      JSON.stringify({ type: 'audit.checkpoint', timestamp: at, data }),
      {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      },
    );
    if (status < 200 || status > 299) throw new Error(`the anchor webhook answered ${status}`);
  }
}
