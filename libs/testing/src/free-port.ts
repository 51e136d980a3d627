import { createServer } from 'node:net';

/**
 * A loopback port that nothing listens on now. Somebody may take it before its user binds it, so whoever starts a
 * server with it tries again with another one when binding fails.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') return reject(new Error('the probe has no port'));
      probe.close(() => resolve(address.port));
    });
  });
}
