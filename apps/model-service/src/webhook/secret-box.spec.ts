import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box';
import { signedHeaders } from './signed-headers';

const [first, second] = [randomBytes(32), randomBytes(32)];

describe('a sealed secret', () => {
  it('is opened by any of the keys, and sealed by the first', () => {
    const old = new SecretBox([first]).seal('whsec_x', 'hook');
    const box = new SecretBox([second, first]);
    expect(old).not.toContain('whsec');
    expect(box.open(old, 'hook')).toBe('whsec_x');
    const resealed = box.resealed(old, 'hook');
    expect(new SecretBox([second]).open(resealed ?? '', 'hook')).toBe('whsec_x');
    expect(box.resealed(resealed ?? '', 'hook')).toBeNull();
  });

  it('is of no use without the key, under another name, or changed', () => {
    const sealed = new SecretBox([first]).seal('whsec_x', 'hook');
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const [box, text, owner] of [
      [new SecretBox([second]), sealed, 'hook'],
      [new SecretBox([first]), sealed, 'other'],
      [new SecretBox([first]), changed.toString('base64'), 'hook'],
      [new SecretBox([first]), '', 'hook'],
    ] as const)
      expect(() => box.open(text, owner)).toThrow(/SVC_WEBHOOK_KEY/);
  });
});

describe('the signatures of a delivery', () => {
  // The example of the Standard Webhooks specification's own libraries.
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const delivery = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };

  it('are those of the Standard Webhooks specification', () => {
    expect(signedHeaders(delivery, [SECRET])).toMatchObject({
      'webhook-id': delivery.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are of every secret while one is replaced, the newest first', () => {
    const [one, two] = [`whsec_${first.toString('base64')}`, SECRET];
    const both = signedHeaders(delivery, [one, two]);
    expect(both['webhook-signature']?.split(' ')).toEqual([
      signedHeaders(delivery, [one])['webhook-signature'],
      signedHeaders(delivery, [two])['webhook-signature'],
    ]);
    expect(both['x-svc-signature']).toBe(signedHeaders(delivery, [one])['x-svc-signature']);
  });
});
