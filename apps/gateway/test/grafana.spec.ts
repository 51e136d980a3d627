import { ProblemError, PROBLEMS } from '@svc/contracts';
import { gatewayForTests } from './gateway-harness';

const harness = gatewayForTests();
const reason = 'The source "flights" is not certified: its newest run was revoked.';
const refuse = (): never => {
  throw new ProblemError('uncertified-source', reason);
};
const query = { range: { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' }, targets: [] };

describe('what Grafana asks', () => {
  it('is the address of the data source itself, to see whether it works', async () => {
    harness.services.on('svc.metrics.grafana.test', () => ({ status: 'ok' }));
    expect((await harness.call('GET', '/grafana')).status).toBe(200);
  });

  it('is refused with the reason in the member that a panel shows, and its kind in the first line', async () => {
    harness.services.on('svc.metrics.grafana.query', refuse);
    harness.services.on('svc.metrics.dashboard.widget', refuse);
    for (const [path, body] of [
      ['/grafana/query', query],
      ['/api/dashboards/delays/widgets/total/rows', {}],
    ] as const) {
      const answer = await harness.call('POST', path, { body });
      expect([answer.status, answer.statusText, await answer.json()]).toMatchObject([
        409,
        PROBLEMS['uncertified-source'].title,
        { code: 'uncertified-source', detail: reason, message: reason },
      ]);
    }
  });

  it('is refused so before anybody is asked, too', async () => {
    const answer = await harness.call('POST', '/grafana/query', {
      body: query,
      headers: { authorization: 'Bearer svc_pat_of_nobody' },
    });
    const told: unknown = await answer.json();
    expect([answer.status, told]).toMatchObject([401, { message: expect.any(String) }]);
  });

  it('is alone in that: others read the detail', async () => {
    harness.services.on('svc.metrics.metric.get', refuse);
    expect(await (await harness.call('GET', '/api/metrics/delay')).json()).not.toHaveProperty('message');
  });
});
