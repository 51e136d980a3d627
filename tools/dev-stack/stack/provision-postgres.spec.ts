import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@svc/testing';
import { Client } from 'pg';
import { provisionPostgres, SCHEMA_OWNERS } from './provision-postgres';
import type { Stack } from './stack';
import { StackUrls } from './stack-urls';

describe('the Postgres of a stack', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let folder: string;
  let secrets: string;

  beforeAll(async () => {
    server = await startPostgres({ fsync: false });
    folder = mkdtempSync(join(tmpdir(), 'svc-provision-'));
    secrets = join(folder, 'secrets');
    mkdirSync(secrets);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  function urls(postgresUrl: string): StackUrls {
    const programs = { postgres: null, nats: null, redis: null, bubblewrap: 'bwrap' };
    const stack: Stack = {
      id: '',
      root: '',
      state: folder,
      programs,
      postgresUrl,
      python: '',
      path: '',
      home: '',
      settings: {},
      packages: {},
      anchors: null,
      bundle: null,
      build: '',
      ports: {},
    };
    return new StackUrls(stack);
  }

  async function query(url: string | undefined, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  it('gives each service a schema of its own, which no other can read', async () => {
    const roles = await provisionPostgres(urls(server.url), secrets);
    expect([...roles.keys()]).toEqual([...SCHEMA_OWNERS]);
    await query(roles.get('cert'), 'CREATE TABLE cert.run AS SELECT 1 AS id');
    await expect(query(roles.get('metrics'), 'SELECT * FROM cert.run')).rejects.toThrow(/permission denied/);
    await expect(query(roles.get('tracking'), 'SELECT * FROM cert.run')).rejects.toThrow(/permission denied/);
    await expect(query(roles.get('metrics'), 'CREATE TABLE cert.mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(query(roles.get('metrics'), 'CREATE TABLE public.anybody (id int)')).rejects.toThrow(
      /permission denied/,
    );
  });

  it('finds everything as it left it when it runs again', async () => {
    const roles = await provisionPostgres(urls(server.url), secrets);
    expect(await query(roles.get('cert'), 'SELECT id FROM cert.run')).toEqual([{ id: 1 }]);
  });

  it('refuses a database that another stack uses', async () => {
    const stranger = join(folder, 'stranger-secrets');
    mkdirSync(stranger);
    await expect(provisionPostgres(urls(server.url), stranger)).rejects.toThrow(
      /already has another svc: its schema "gateway"/,
    );
  });

  it('says which server cannot be used', async () => {
    await expect(provisionPostgres(urls('postgres://me@127.0.0.1:1/db'), secrets)).rejects.toThrow(
      /^Postgres at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    );
  });

  it('works as an owner of the database who is no superuser', async () => {
    await query(server.url, "CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'pw'");
    await query(server.url, 'CREATE DATABASE managed OWNER operator');
    const url = new URL(server.url);
    Object.assign(url, { username: 'operator', password: 'pw', pathname: '/managed' });
    const other = join(folder, 'other-secrets');
    mkdirSync(other);
    const roles = await provisionPostgres(urls(url.href), other);
    await query(roles.get('model'), 'CREATE TABLE model.version AS SELECT 1 AS id');
    await expect(query(roles.get('feature'), 'SELECT * FROM model.version')).rejects.toThrow(/permission denied/);
  });

  it('uses the given role for all when that may not make others', async () => {
    await query(server.url, "CREATE ROLE modest LOGIN PASSWORD 'pw'");
    const url = new URL(server.url);
    Object.assign(url, { username: 'modest', password: 'pw' });
    const roles = await provisionPostgres(urls(url.href), secrets);
    expect(new Set(roles.values())).toEqual(new Set([url.href]));
  });
});
