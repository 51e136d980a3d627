import { ROW_FILES } from '@svc/contracts';
import { FakeForm } from '../fake-services';
import { gatewayForTests } from '../gateway-harness';

const harness = gatewayForTests();

const ask = (headers: Readonly<Record<string, string>>) =>
  harness.call('POST', '/api/sql', { body: { sql: 'select 1' }, headers });

describe('an operation that offers its answer in several forms', () => {
  it.each([
    [{}, 'application/json'],
    [{ accept: '*/*' }, 'application/json'],
    [{ accept: 'text/*' }, ROW_FILES.csv],
    [{ accept: 'text/csv; charset=UTF-8' }, ROW_FILES.csv],
    [{ accept: 'text/csv;charset=utf-8;q=0.4, application/json; charset=utf-8' }, 'application/json'],
    [{ accept: 'application/json;q=0.5, text/csv' }, ROW_FILES.csv],
    [{ accept: 'application/vnd.apache.parquet' }, ROW_FILES.parquet],
    [{ accept: 'text/html, application/vnd.apache.arrow.stream;q=0.1' }, ROW_FILES.arrow],
  ])('is asked for the one that %j prefers: %s', async (headers, accept) => {
    await ask(headers);
    expect(harness.services.calls.at(-1)).toMatchObject({ subject: 'svc.compute.sql.run', request: { accept } });
  });

  it('refuses who accepts none of them, before anything runs', async () => {
    const before = harness.services.calls.length;
    expect((await ask({ accept: 'text/csv; charset=utf-16' })).status).toBe(406);
    const answer = await ask({ accept: 'application/xml' });
    expect([answer.status, await answer.json()]).toMatchObject([
      406,
      { code: 'not-acceptable', data: { offered: ['application/json', ...Object.values(ROW_FILES)] } },
    ]);
    expect(harness.services.calls).toHaveLength(before);
  });

  it('sends a file as the service says it is, and refuses a body that is no JSON', async () => {
    harness.services.on(
      'svc.compute.sql.run',
      () => new FakeForm('file', { object: 'a'.repeat(64), bytes: 1, content_type: ROW_FILES.csv, file_name: 'x.csv' }),
    );
    // The object is not there, and that too is told in our words.
    expect((await ask({ accept: 'text/csv' })).headers.get('content-type')).toBe('application/problem+json');
    expect((await ask({ accept: 'text/csv', 'content-type': 'application/sql' })).status).toBe(415);
  });

  it('is asked for JSON alone where it offers nothing else', async () => {
    await harness.call('GET', '/api/sql', { headers: { accept: 'text/csv' } });
    expect(harness.services.calls.at(-1)).toMatchObject({
      subject: 'svc.compute.sql.list',
      request: expect.not.objectContaining({ accept: expect.anything() }),
    });
  });
});
