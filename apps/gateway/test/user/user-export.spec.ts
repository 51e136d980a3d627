import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken } from '../people';

const harness = gatewayForTests();
beforeAll(async () => {
  await addPerson(harness, 'ada', {
    name: '=cmd|x',
    role: 'editor',
    groups: ['red', 'blue'],
    email: 'ada@example.org',
  });
  await addPerson(harness, 'bob', { disabled: true, subject: { issuer: 'https://id.example.org', sub: '1' } });
});

describe('the export of users', () => {
  it('holds everybody with role, groups and tokens, without secrets, and is recorded against who asked', async () => {
    const token = await addToken(harness, 'ada', { role: 'viewer', scopes: ['metric:read'] });
    const revoked = await addToken(harness, 'ada');
    await harness.call('DELETE', `/api/tokens/${revoked.id}`);
    const answer = await harness.call('GET', '/api/users/export');
    expect(await answer.json()).toEqual({
      schema: 'svc.export/v1',
      kind: 'users',
      created_at: expect.any(String),
      users: [
        {
          login: 'ada',
          name: '=cmd|x',
          email: 'ada@example.org',
          source: 'local',
          role: 'editor',
          groups: ['red', 'blue'],
          disabled: false,
          created_at: expect.any(String),
          last_seen_at: null,
          tokens: [{ id: token.id, name: 'ada’s', scopes: ['metric:read'], expires_at: null, last_used_at: null }],
        },
        {
          login: 'bob',
          name: 'bob',
          email: null,
          source: 'oidc',
          role: 'viewer',
          groups: [],
          disabled: true,
          created_at: expect.any(String),
          last_seen_at: null,
          tokens: [],
        },
      ],
    });
    const trace = answer.headers.get('x-trace-id');
    expect(harness.services.audit.filter((it) => it.trace_id === trace)).toMatchObject([
      { action: 'user.export', outcome: 'ok', actor: expect.stringMatching(/^token:/) },
    ]);
  });

  it('is CSV on request, with nothing in it that a spreadsheet would run', async () => {
    const answer = await harness.call('GET', '/api/users/export', { headers: { accept: 'text/csv' } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringMatching(/^attachment; filename="users-[\d-]{10}\.csv"/),
    ]);
    const [head, ada, bob] = (await answer.text()).split('\r\n');
    expect(head).toBe('login,name,email,source,role,groups,disabled,created_at,last_seen_at,tokens');
    expect(ada).toMatch(/^ada,'=cmd\|x,ada@example\.org,local,editor,red; blue,false,/);
    expect(bob).toMatch(/^bob,bob,,oidc,viewer,,true,/);
    expect((await harness.call('GET', '/api/users/export', { headers: { accept: 'image/png' } })).status).toBe(406);
  });
});
