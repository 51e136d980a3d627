import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessState, Token, User } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { refusal } from './fake-gateway';

const at = '2026-03-01T10:00:00Z';
const etag = `sha256:${'e'.repeat(64)}` as const;
const id = '00000000-0000-4000-8000-000000000002';
const PASSWORD = 'correct horse battery';

const aUser = (over: Partial<User> = {}): User => ({
  login: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  source: 'local',
  role: 'viewer',
  groups: ['ops'],
  disabled: false,
  created_at: at,
  last_seen_at: at,
  etag,
  ...over,
});
const aToken = (over: Partial<Token> = {}): Token => ({
  id,
  name: 'ci',
  owner: 'user:ada',
  role: 'editor',
  scopes: ['metric:read'],
  created_at: at,
  created_by: 'user:ada',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...over,
});
const anAccess = (over: Partial<AccessState> = {}): AccessState => ({
  owner: 'user:ada',
  visibility: 'groups',
  groups: ['ops'],
  etag,
  ...over,
});

/** Runs a command in a terminal of its own, types the password when it is asked for, and prints what the screen shows. */
const TYPED = `
import os, pty, sys
pid, master = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown, answers = b'', [b'${PASSWORD}\\r', b'${PASSWORD}\\r']
for question in (b'Password: ', b'Again: '):
    while question not in shown:
        shown += os.read(master, 4096)
    os.write(master, answers.pop(0))
try:
    while part := os.read(master, 4096):
        shown += part
except OSError:
    pass
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

describe('people, their tokens, and who sees what', () => {
  const { svc, gateway, online } = connectedClient();
  const run = (...args: string[]) => online(args);

  it('lists users and tokens with whose they are', async () => {
    gateway
      .on('GET /api/users', { body: { items: [aUser(), aUser({ login: 'bob', disabled: true })], next_cursor: null } })
      .on('GET /api/tokens', { body: { items: [aToken(), aToken({ owner: null })] } });
    expect((await run('user', 'list')).stdout).toMatch(
      /ada +Ada +viewer +active +ops +2026-03-01 10:00 +local\nbob +Ada +viewer +disabled/,
    );
    expect((await run('token', 'list')).stdout).toMatch(/ci +\w+( \S+)? +editor +ada [^]*ci +\w+( \S+)? +editor +– /);
  });

  it('makes a user with a password from standard input, which is in no argument', async () => {
    gateway.on('POST /api/users', { status: 201, body: aUser({ role: 'editor' }) });
    const { code, stdout } = await online(
      ['user', 'add', 'ada', '--name', 'Ada', '--role', 'editor', '--group', 'ops'],
      { input: `${PASSWORD}\n` },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ada may sign in as editor, in ops\n' });
    expect(gateway.received[0]?.body).toEqual({
      login: 'ada',
      name: 'Ada',
      role: 'editor',
      groups: ['ops'],
      password: PASSWORD,
    });
    expect((await run('user', 'add', 'ada', '--password', PASSWORD)).code).toBe(2);
    const none = await run('user', 'add', 'ada');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('there is no password on standard input')]);
    expect(gateway.received).toHaveLength(1);
  });

  it('gives a user a new password the same way', async () => {
    gateway.on('PUT /api/users/ada/password', { status: 204 });
    const { code, stdout } = await online(['user', 'password', 'ada'], { input: `${PASSWORD}\n` });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'ada has a new password, and every session of theirs has ended\n',
    });
    expect(gateway.received[0]?.body).toEqual({ password: PASSWORD });
  });

  it('shows nothing of a password that is typed, and asks for it twice', () => {
    // A gateway of this process cannot answer while it waits: nobody answers, which is after the password was taken.
    const env = {
      PATH: process.env.PATH,
      HOME: svc.directory,
      SVC_URL: 'http://127.0.0.1:9',
      SVC_TOKEN: 'svc_pat_test',
    };
    const { stdout: shown, status } = spawnSync(
      'python3',
      ['-c', TYPED, process.execPath, svc.entry, 'user', 'add', 'ada', '--no-color'],
      { cwd: svc.directory, env, encoding: 'utf8' },
    );
    expect(status).toBe(7);
    expect(shown).toMatch(/^Password: \s*Again: \s*error[^]*Nothing answers/);
    expect(shown).not.toContain('horse');
  });

  it('disables and changes a user as they are now, by the tag that was read', async () => {
    gateway
      .on('GET /api/users/ada', { body: aUser() })
      .on('PUT /api/users/ada', ({ body }) => ({ body: { ...aUser(), ...(typeof body === 'object' ? body : {}) } }));
    expect((await run('user', 'disable', 'ada')).stdout).toContain('ada is disabled');
    expect((await run('user', 'set', 'ada', '--role', 'editor', '--group', 'finance')).stdout).toBe(
      'ada is editor, in finance\n',
    );
    expect((await run('user', 'set', 'ada', '--groupless')).stdout).toBe('ada is viewer\n');
    const put = gateway.requests('PUT /api/users/ada');
    expect(put.map((it) => it.headers['if-match'])).toEqual([`"${etag}"`, `"${etag}"`, `"${etag}"`]);
    const same = { name: 'Ada', email: 'ada@example.org' };
    expect(put.map((it) => it.body)).toEqual([
      { ...same, role: 'viewer', groups: ['ops'], disabled: true },
      { ...same, role: 'editor', groups: ['finance'], disabled: false },
      { ...same, role: 'viewer', groups: [], disabled: false },
    ]);
    for (const args of [[], ['--group', 'x', '--groupless'], ['--role', 'boss']])
      expect((await run('user', 'set', 'ada', ...args)).code).toBe(2);
  });

  it('says where to look for a user that there is not', async () => {
    const { code, stderr } = await run('user', 'disable', 'adda');
    expect([code, stderr]).toEqual([1, expect.stringContaining('next: svc user list')]);
  });

  it('exports users as the service wrote them', async () => {
    gateway.on('GET /api/users/export', ({ headers }) =>
      headers.accept === 'text/csv'
        ? { text: 'login\r\nada\r\n', type: 'text/csv' }
        : { body: { schema: 'svc.export/v1' } },
    );
    expect(JSON.parse((await run('user', 'export')).stdout)).toEqual({ schema: 'svc.export/v1' });
    expect((await run('user', 'export', '--csv', '-o', 'users.csv')).code).toBe(0);
    expect(readFileSync(join(svc.directory, 'users.csv'), 'utf8')).toBe('login\r\nada\r\n');
  });

  it('prints the new secret of a token alone on standard output', async () => {
    gateway.on(`POST /api/tokens/${id}/rotate`, { body: { ...aToken(), secret: 'svc_pat_secret' } });
    const { stdout, stderr } = await run('token', 'rotate', id, '--overlap-minutes', '10');
    expect([stdout, stderr]).toEqual([
      'svc_pat_secret\n',
      expect.stringContaining('The old one works for another 10 min.'),
    ]);
    expect((await run('token', 'rotate', id)).stderr).toContain('The old one no longer works.');
    expect(gateway.received.map((it) => it.body)).toEqual([{ overlap_minutes: 10 }, { overlap_minutes: 0 }]);
    expect((await run('token', 'rotate', id, '--overlap-minutes', 'ten')).code).toBe(2);
  });

  it('shows who sees an object and why, and only its visibility to those who may not know', async () => {
    const seen_by = [{ principal: 'user:bob', name: 'Bob', role: 'viewer', because: 'group', group: 'ops' }];
    gateway
      .on('GET /api/metrics/delay/access', { body: anAccess() })
      .on('GET /api/access/metric/delay', { body: { kind: 'metric', name: 'delay', ...anAccess(), seen_by } });
    expect((await run('access', 'show', 'metric', 'delay')).stdout).toMatch(
      /owner +ada\nvisible to +the members of ops, its owner, and admins\n[^]*user:bob +Bob +viewer +group ops/,
    );
    expect(JSON.parse((await run('access', 'show', 'metric', 'delay', '--json')).stdout)).toMatchObject({
      owner: 'user:ada',
      seen_by,
    });
    gateway.on('GET /api/access/metric/delay', refusal('forbidden', 'Only its owner.'));
    const { code, stdout, stderr } = await run('access', 'show', 'metric', 'delay');
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.not.stringContaining('bob'),
      expect.stringContaining('Only its owner and admins can list'),
    ]);
  });

  it.each([
    ['dataset', 'datasets'],
    ['derivation', 'derivations'],
    ['metric', 'metrics'],
    ['dashboard', 'dashboards'],
    ['query', 'queries'],
  ])('shares a %s by the tag that was read', async (kind, path) => {
    const route = `/api/${path}/delay/access`;
    gateway
      .on(`GET ${route}`, { body: anAccess() })
      .on(`PUT ${route}`, ({ body }) => ({ body: { ...anAccess(), ...(typeof body === 'object' ? body : {}) } }));
    expect((await run('access', 'set', kind, 'delay', '--private')).stdout).toBe(
      `${kind} delay belongs to ada; visible to its owner and admins only\n`,
    );
    await run('access', 'set', kind, 'delay', '--group', 'ops', '--group', 'finance');
    await run('access', 'set', kind, 'delay', '--owner', 'bob');
    const put = gateway.requests(`PUT ${route}`);
    expect(put.map((it) => it.body)).toEqual([
      { visibility: 'private', groups: [] },
      { visibility: 'groups', groups: ['ops', 'finance'] },
      { visibility: 'groups', groups: ['ops'], owner: 'user:bob' },
    ]);
    expect(new Set(put.map((it) => it.headers['if-match']))).toEqual(new Set([`"${etag}"`]));
  });

  it.each([
    [['set', 'metric', 'delay'], /give its visibility/],
    [['set', 'metric', 'delay', '--private', '--project'], /exclude each other/],
    [['show', 'metrics', 'delay'], /there is no kind "metrics"; did you mean "metric"\? Kinds: dataset/],
  ])('access %j ends with 2 and says what would be right', async (args, message) => {
    const { code, stderr } = await run('access', ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(gateway.received).toEqual([]);
  });

  it('says where to look for a thing that one does not see', async () => {
    expect((await run('access', 'show', 'metric', 'dellay')).stderr).toContain('next: svc metric list');
  });

  it('shows what one uses of what one may use, and where to look when it is used up', async () => {
    gateway.on('GET /api/me/usage', {
      body: {
        requests: { used: 3, limit: 6_000, window_seconds: 60 },
        queries: { used: 1, limit: 4 },
        jobs: { used: 0, limit: 8 },
        storage_bytes: { used: 12_300_000, limit: 1_000_000_000 },
        answer_bytes: { used: 0, limit: 2_000_000_000 },
        upload_bytes: { used: 0, limit: 2_000_000_000 },
      },
    });
    expect((await run('usage')).stdout).toMatch(
      /requests in 60 s +3 +6000\nqueries running +1 +4\njobs running +0 +8\nstorage +12\.3 MB +1\.0 GB/,
    );
    gateway.on('GET /api/me/usage', refusal('quota-exceeded', 'Too much.'));
    const { code, stderr } = await run('usage');
    expect([code, stderr]).toEqual([6, expect.stringContaining('next: svc usage')]);
  });
});
