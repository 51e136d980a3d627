import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';
import { startNats } from './nats';
import { startPostgres } from './postgres';
import type { PrivateServer } from './private-server';
import { startRedis } from './redis';
import { scratchDirectory } from './scratch-directory';
import { tiedToParent } from './server-command';

/** What the server at `port` says to `request`, or without being asked. */
async function say(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(request);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

async function query(url: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function state(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? 'gone';
  } catch {
    return 'gone';
  }
}

describe('a private Postgres', () => {
  let server: PrivateServer;
  beforeAll(async () => {
    server = await startPostgres({ fsync: false });
  });
  afterAll(() => server.stop());

  it('takes the password of its URL and no other', async () => {
    await expect(query(server.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('has what was committed before it was killed, on the same port', async () => {
    await query(server.url, 'create table kept as select 42 as answer');
    const before = server.pid;
    await server.kill();
    await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await server.restart();
    expect(server.pid).not.toBe(before);
    await expect(query(server.url, 'select answer from kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('answers nobody after it was killed, not even a statement that was running', async () => {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const answer = client.query('select count(*) as busy from generate_series(1, 100000000)').catch(String);
    const busy =
      "select 1 from pg_stat_activity where state = 'active' and query like '% as busy %' and pid <> pg_backend_pid()";
    while ((await query(server.url, busy)).length === 0);
    await server.kill();
    await expect(answer).resolves.toMatch(/Connection terminated|ECONNRESET/);
    await server.restart();
  });

  it('keeps its data through a restart in good order', async () => {
    await query(server.url, 'create table still_there as select 1 as n');
    await server.restart();
    await expect(query(server.url, 'select n from still_there')).resolves.toEqual([{ n: 1 }]);
  });
});

describe('a private NATS', () => {
  it('answers, comes back after a kill, and applies its configuration', async () => {
    const server = await startNats({ configuration: 'server_name: "named-by-the-test"\n' });
    expect(await say(server.port, '')).toContain('"server_name":"named-by-the-test"');
    await server.kill();
    await server.restart();
    expect(await say(server.port, '')).toContain('INFO');
    await server.stop();
    expect(existsSync(server.directory)).toBe(false);
  });
});

describe('a private Redis', () => {
  it('answers and keeps keys through a restart', async () => {
    const server = await startRedis();
    expect(await say(server.port, 'SET kept 1\r\n')).toBe('+OK\r\n');
    await server.restart();
    expect(await say(server.port, 'GET kept\r\n')).toBe('$1\r\n1\r\n');
    await server.stop();
    expect(existsSync(server.directory)).toBe(false);
  });
});

/** A shell that runs what it is told on its standard input. */
function shell(): ChildProcessByStdio<Writable, Readable, null> {
  return spawn('sh', [], { stdio: ['pipe', 'pipe', 'inherit'] });
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

describe('a process tied to its parent', () => {
  const sleeper = { program: 'sh', args: ['-c', 'echo $$; exec sleep 1000'], deathSignal: 'SIGKILL' } as const;
  const shells: ReturnType<typeof shell>[] = [];
  // Also when an expectation fails: what is left would hold the run's own pipes open, and so the run.
  afterEach(() => {
    for (const one of shells.splice(0)) one.kill('SIGKILL');
  });
  const started = (): ReturnType<typeof shell> => {
    const one = shell();
    shells.push(one);
    return one;
  };

  it('is ended by the kernel when the parent is killed', async () => {
    const parent = started();
    parent.stdin.write(`${quoted(tiedToParent(sleeper, parent.pid))} & wait\n`);
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data');
    const pid = Number(line);
    expect(state(pid)).not.toMatch(/gone|Z|X/);
    parent.kill('SIGKILL');
    // Both hold the pipe: its end is the news that both are gone.
    await once(parent, 'close');
    // Its files are closed a moment before it is no more; a process that stays ends the test by its limit.
    while (!/gone|Z|X/.test(state(pid)))
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    expect(state(pid)).toMatch(/gone|Z|X/);
  });

  it('does not start when the parent is gone before it could be watched', async () => {
    const parent = started();
    parent.stdin.end(`${quoted(tiedToParent(sleeper, process.pid))}\n`);
    const [code] = await once(parent, 'close');
    expect(code).toBe(1);
  });
});

describe('a scratch directory', () => {
  it('is removed by a later test when its owner was killed', () => {
    const ofTheDead = join(tmpdir(), 'svc-test-4194305-postgres-x');
    mkdirSync(ofTheDead);
    const ours = scratchDirectory('sweep');
    expect(existsSync(ofTheDead)).toBe(false);
    expect(existsSync(ours)).toBe(true);
    rmSync(ours, { recursive: true });
  });
});
