import { Registry } from 'prom-client';
import { serveMetrics } from './metrics-server';

describe('the address of /metrics', () => {
  it('answers scrapers, and tells whoever reads faster than any of them to wait', async () => {
    let [now, rendered] = [0, 0];
    const metrics = {
      registry: new Registry(),
      text: () => {
        rendered += 1;
        return Promise.resolve('up 1\n');
      },
    };
    const server = await serveMetrics(metrics, '127.0.0.1', 0, () => now);
    try {
      const read = async (): Promise<number> => (await fetch(`${server.url}/metrics`)).status;
      const statuses: number[] = [];
      for (let n = 0; n < 7; n += 1) statuses.push(await read());
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(rendered).toBe(5);
      now = 1_000;
      expect(await read()).toBe(200);
    } finally {
      server.close();
    }
  });
});
