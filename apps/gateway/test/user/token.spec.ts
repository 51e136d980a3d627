import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE_SCOPES } from '@svc/contracts';
import { execute, openDataSource, queryRow } from '@svc/platform';
import { scratchDirectory, startPostgres } from '@svc/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { CreateToken } from '../../migrations/create-token';
import { hashTokenSecret, isTokenSecret, newTokenSecret } from '../../src/token/token-secret';
import { gatewayForTests } from '../gateway-harness';

const harness = gatewayForTests();

const made = z.looseObject({ id: z.string(), secret: z.string(), scopes: z.array(z.string()), expires_at: z.string() });
const make = async (body: object, token?: string) =>
  harness.call('POST', '/api/tokens', { body, ...(token === undefined ? {} : { token }) });

describe('a token', () => {
  it('has a secret of 190 bits with check digits, shown once and stored as its hash', async () => {
    const token = made.parse(await (await make({ name: 'ci', role: 'editor' })).json());
    expect(isTokenSecret(token.secret)).toBe(true);
    expect(await (await harness.call('GET', '/api/tokens')).text()).not.toContain(token.secret);
    const dump = await queryRow(
      harness.gateway.app.get(DataSource),
      z.object({ text: z.string() }),
      'SELECT token::text AS text FROM token WHERE id = $1',
      [token.id],
    );
    expect(dump?.text).not.toContain(token.secret.slice(8, 30));
  });

  it('with one wrong digit is told apart from a token without asking the database', () => {
    const secret = newTokenSecret();
    const changed = [...secret]
      .map((digit, at) => (at < 8 ? null : secret.slice(0, at) + (digit === 'a' ? 'b' : 'a') + secret.slice(at + 1)))
      .filter((it) => it !== null);
    expect(changed.filter((it) => isTokenSecret(it))).toEqual([]);
    expect(new Set(Array.from({ length: 100 }, newTokenSecret)).size).toBe(100);
  });

  it('holds what was asked of its role, never more than its role or its maker', async () => {
    const limited = made.parse(
      await (await make({ name: 'maker', role: 'admin', scopes: ['token:own', 'metric:read'] })).json(),
    );
    expect(limited.scopes).toEqual(['token:own', 'metric:read']);
    const refused = await Promise.all([
      make({ name: 'x', role: 'viewer', scopes: ['metric:write'] }),
      make({ name: 'x', role: 'viewer' }, limited.secret),
      make({ name: 'x', role: 'admin', scopes: ['audit:read'] }, limited.secret),
    ]);
    expect(refused.map((it) => it.status)).toEqual([403, 403, 403]);
    expect((await make({ name: 'x', role: 'viewer', scopes: ['metric:read'] }, limited.secret)).status).toBe(201);
  });

  it('is refused everywhere as soon as it is revoked', async () => {
    const other = await harness.replica();
    const token = made.parse(await (await make({ name: 'leaked' })).json());
    for (const at of [harness.gateway, other])
      expect((await harness.call('GET', '/api/me', { token: token.secret, at })).status).toBe(200);
    const revoked = await harness.call('DELETE', `/api/tokens/${token.id}`);
    expect(await revoked.json()).toMatchObject({ id: token.id, revoked_at: expect.any(String) });
    expect((await harness.call('GET', '/api/me', { token: token.secret })).status).toBe(401);
    expect((await harness.call('GET', '/api/me', { token: token.secret, at: other })).status).toBe(401);
    expect((await harness.call('DELETE', '/api/tokens/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('remembers when it was used, written down when the gateway stops at the latest', async () => {
    const passing = await harness.replica();
    const token = made.parse(await (await make({ name: 'used' })).json());
    await harness.call('GET', '/api/me', { token: token.secret, at: passing });
    await passing.stop();
    const listed = z
      .object({ items: z.array(z.looseObject({ id: z.string(), last_used_at: z.string().nullable() })) })
      .parse(await (await harness.call('GET', '/api/tokens')).json());
    expect(listed.items.find((it) => it.id === token.id)?.last_used_at).not.toBeNull();
  });

  it('tells its bearer who they are', async () => {
    const token = made.parse(await (await make({ name: 'me', role: 'viewer', scopes: ['metric:read'] })).json());
    expect(await (await harness.call('GET', '/api/me', { token: token.secret })).json()).toEqual({
      id: `token:${token.id}`,
      kind: 'token',
      role: 'viewer',
      scopes: ['metric:read'],
      groups: [],
    });
  });
});

describe('a token of an older version', () => {
  it('that managed tokens still does, one that did not holds no more than before, and both belong to nobody', async () => {
    const fresh = await startPostgres({ fsync: false });
    const old = await openDataSource({ service: 'gateway', url: fresh.url, migrations: [CreateToken] });
    const [manager, reader] = [newTokenSecret(), newTokenSecret()];
    const insert = (secret: string, scopes: string): Promise<number> =>
      execute(
        old,
        `INSERT INTO token (id, name, role, scopes, secret_hash, created_at, created_by)
      VALUES (gen_random_uuid(), 'old', 'admin', $2, $1, now(), 'service:gateway')`,
        [hashTokenSecret(secret), scopes],
      );
    await insert(manager, '{token:manage,metric:read}');
    await insert(reader, '{metric:read}');
    await old.destroy();
    const at = await harness.replica({
      SVC_POSTGRES_URL: fresh.url,
      SVC_BOOTSTRAP_TOKEN_FILE: join(scratchDirectory('upgrade'), 'token'),
    });
    expect(
      (await harness.call('POST', '/api/tokens', { token: manager, at, body: { name: 'x', scopes: ['metric:read'] } }))
        .status,
    ).toBe(201);
    expect(
      (await harness.call('POST', '/api/tokens', { token: reader, at, body: { name: 'x', scopes: ['metric:read'] } }))
        .status,
    ).toBe(403);
    for (const token of [manager, reader])
      expect(await (await harness.call('GET', '/api/me', { token, at })).json()).toMatchObject({
        id: expect.stringMatching(/^token:/),
        kind: 'token',
      });
    await at.stop();
    await fresh.stop();
  });

  it('that withheld nothing of its role has what the role got since; one whose scopes were chosen has those', async () => {
    const fresh = await startPostgres({ fsync: false });
    const old = await openDataSource({ service: 'gateway', url: fresh.url, migrations: [CreateToken] });
    const then = ROLE_SCOPES.editor.filter((it) => it !== 'dataset:delete');
    const tokens = [then, then.filter((it) => it !== 'job:cancel'), ROLE_SCOPES.editor].map((scopes) => ({
      secret: newTokenSecret(),
      scopes,
    }));
    for (const { secret, scopes } of tokens)
      await execute(
        old,
        `INSERT INTO token (id, name, role, scopes, secret_hash, created_at, created_by)
         VALUES (gen_random_uuid(), 'old', 'editor', $2, $1, now(), 'token:x')`,
        [hashTokenSecret(secret), scopes],
      );
    await old.destroy();
    const at = await harness.replica({
      SVC_POSTGRES_URL: fresh.url,
      SVC_BOOTSTRAP_TOKEN_FILE: join(scratchDirectory('whole-role'), 'token'),
    });
    const held = await Promise.all(
      tokens.map(async ({ secret: token }) => (await harness.call('GET', '/api/me', { token, at })).json()),
    );
    expect(held).toEqual(
      [ROLE_SCOPES.editor, tokens[1]?.scopes, ROLE_SCOPES.editor].map((scopes) => expect.objectContaining({ scopes })),
    );
    await at.stop();
    await fresh.stop();
  });
});

describe('a token that withholds nothing of its role', () => {
  it('gets what an upgrade adds to the role; another keeps what was chosen', async () => {
    const whole = made.parse(await (await make({ name: 'whole', role: 'viewer' })).json());
    const chosen = made.parse(
      await (await make({ name: 'chosen', role: 'viewer', scopes: ROLE_SCOPES.viewer.slice(1) })).json(),
    );
    // As if both were made before the last scope of the role came.
    const source = harness.gateway.app.get(DataSource);
    await execute(source, "UPDATE token SET scopes = array_remove(scopes, 'sql:run') WHERE id = ANY($1)", [
      [whole.id, chosen.id],
    ]);
    const scopesOf = async (token: string): Promise<unknown> =>
      (await harness.call('GET', '/api/me', { token })).json();
    expect(await scopesOf(whole.secret)).toMatchObject({ scopes: ROLE_SCOPES.viewer });
    expect(await scopesOf(chosen.secret)).toMatchObject({
      scopes: ROLE_SCOPES.viewer.slice(1).filter((it) => it !== 'sql:run'),
    });
  });
});

describe('the first token', () => {
  it('is written to its file for the owner only, and made once however many replicas start', async () => {
    const fresh = await startPostgres({ fsync: false });
    const file = join(scratchDirectory('first-token'), 'deep', 'token');
    const settings = { SVC_POSTGRES_URL: fresh.url, SVC_BOOTSTRAP_TOKEN_FILE: file };
    const replicas = await Promise.all([harness.replica(settings), harness.replica(settings)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [first] = replicas;
    expect(
      await queryRow(
        replicas[0]?.app.get(DataSource) ?? harness.gateway.app.get(DataSource),
        z.object({ tokens: z.int() }),
        'SELECT count(*)::int AS tokens FROM token',
      ),
    ).toEqual({ tokens: 1 });
    expect(first).toBeDefined();
    await Promise.all(replicas.map((it) => it.stop()));
    await fresh.stop();
  });

  it('is the one that the file holds already; anything else there stops the start', async () => {
    const fresh = await startPostgres({ fsync: false });
    const directory = scratchDirectory('given-token');
    const secret = newTokenSecret();
    writeFileSync(join(directory, 'good'), `${secret}\n`);
    writeFileSync(join(directory, 'bad'), 'not a token');
    await expect(
      harness.replica({ SVC_POSTGRES_URL: fresh.url, SVC_BOOTSTRAP_TOKEN_FILE: join(directory, 'bad') }),
    ).rejects.toThrow(/does not contain a token/);
    const at = await harness.replica({
      SVC_POSTGRES_URL: fresh.url,
      SVC_BOOTSTRAP_TOKEN_FILE: join(directory, 'good'),
    });
    expect(await (await harness.call('GET', '/api/me', { token: secret, at })).json()).toMatchObject({ role: 'admin' });
    await at.stop();
    await fresh.stop();
  });

  it('holds, after an upgrade, what an administrator holds by then; no other token is touched', async () => {
    const fresh = await startPostgres({ fsync: false });
    const file = join(scratchDirectory('old-token'), 'token');
    const settings = { SVC_POSTGRES_URL: fresh.url, SVC_BOOTSTRAP_TOKEN_FILE: file };
    const old = await harness.replica(settings);
    const secret = readFileSync(file, 'utf8').trim();
    const program = newTokenSecret();
    const source = old.app.get(DataSource);
    await execute(source, "UPDATE token SET scopes = '{token:manage}'");
    await execute(
      source,
      `INSERT INTO token (id, name, role, scopes, secret_hash, created_at, created_by)
      SELECT gen_random_uuid(), 'a program', role, scopes, $1, created_at, 'token:' || id FROM token`,
      [hashTokenSecret(program)],
    );
    await old.stop();
    const upgraded = await harness.replica(settings);
    const scopesOf = async (token: string): Promise<unknown> =>
      (await harness.call('GET', '/api/me', { token, at: upgraded })).json();
    expect(await scopesOf(secret)).toMatchObject({ scopes: ROLE_SCOPES.admin });
    expect(await scopesOf(program)).toMatchObject({ scopes: ['token:manage'] });
    await upgraded.stop();
    await fresh.stop();
  });
});
