import { Gauge } from 'prom-client';
import { PlatformMetrics } from './platform-metrics';

describe('the exposition', () => {
  it('is rendered once for all who read within a second, and anew after it', async () => {
    let now = 0;
    let rendered = 0;
    const metrics = new PlatformMetrics('metrics', () => now);
    new Gauge({
      name: 'renderings',
      help: 'of this test',
      registers: [metrics.registry],
      collect() {
        this.set((rendered += 1));
      },
    });
    const texts = await Promise.all([metrics.text(), metrics.text()]);
    now = 999;
    texts.push(await metrics.text());
    expect(texts.every((text) => text.includes('renderings{service="metrics"} 1'))).toBe(true);
    now = 1_000;
    expect(await metrics.text()).toContain('renderings{service="metrics"} 2');
  });
});
