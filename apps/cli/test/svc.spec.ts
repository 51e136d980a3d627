import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { connectedClient } from './connected-client';
import { aMetric } from './documents';
import { FakeGateway, refusal } from './fake-gateway';

const escape = String.fromCharCode(27);

describe('svc', () => {
  const { svc, gateway, online } = connectedClient();

  describe('on a command line that is wrong', () => {
    it.each([
      [['metrc', 'list'], /unknown command 'metrc'[^]*Did you mean metric\?[^]*next: svc --help\n/],
      [['metric', 'quer', 'x'], /unknown command 'quer'[^]*Did you mean query\?[^]*next: svc metric --help\n/],
      [['metric', 'query', 'x', '--grian', 'month'], /unknown option '--grian'[^]*Did you mean --grain\?/],
      [['metric', 'query'], /^error missing required argument 'name'\n {2}next: svc metric query --help\n$/],
      [['metric', 'show', 'a', 'b'], /too many arguments/],
      [['metric', 'query', 'x', '--grain', 'months'], /--grain is one of minute, hour, day/],
      [['metric', 'query', 'x', '--limit', 'ten'], /--limit expects a whole number, 1 or more, not "ten"/],
      [['metric', 'query', 'x', '--filter', 'carrier'], /--filter expects column:op:value/],
      [['metric', 'list', '--url', 'localhost:80'], /"localhost:80" \(from --url\) is not an http/],
      [['sql', 'select 1', '--limit', '10001'], /at most 10000 rows[^]*next: .*--out rows\.csv/],
      [['metric'], /Usage: svc metric/],
    ])('%j ends with 2 and says what would be right', async (args, message) => {
      const { code, stdout, stderr } = await online(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
      expect(gateway.received).toEqual([]);
    });

    it('says its version, which is that of the package', async () => {
      const { version } = z
        .object({ version: z.string() })
        .parse(JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')));
      expect(await svc.run(['--version'])).toEqual({ code: 0, stdout: `svc ${version}\n`, stderr: '' });
    });

    it('takes an option of its own for none of a command: that would answer something else and exit with 0', async () => {
      const { code, stdout, stderr } = await svc.run(['metric', 'list', '--version']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain("unknown option '--version'");
    });

    it('shows help on request, and for nothing at all, on standard output', async () => {
      for (const args of [['--help'], []]) {
        const { code, stdout, stderr } = await svc.run(args);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain('Exit codes: 0 ok, 1 failed, 2 usage, 3 invalid signature');
        expect(stdout.split('\n').filter((it) => it.startsWith('The ') && it.length > 80)).toEqual([]);
      }
    });
  });

  describe('finding the service', () => {
    const metrics = { body: { items: [aMetric()], next_cursor: null } };
    let home: string;
    beforeEach(() => {
      home = mkdtempSync(join(svc.directory, 'home-'));
      const state = join(home, '.svc');
      mkdirSync(join(state, 'run'), { recursive: true });
      mkdirSync(join(state, 'secrets'));
      mkdirSync(join(home, 'deep', 'below'), { recursive: true });
      writeFileSync(
        join(state, 'run', 'status.json'),
        JSON.stringify({
          children: [
            { name: 'nats', address: 'nats://x' },
            { name: 'gateway', address: gateway.url },
          ],
        }),
      );
      writeFileSync(join(state, 'secrets', 'admin-token'), 'svc_pat_local\n');
    });
    afterEach(() => rmSync(home, { recursive: true, force: true }));

    it('uses the stack of the nearest .svc above, with its token', async () => {
      gateway.on('GET /api/metrics', metrics);
      expect((await svc.run(['metric', 'list'], { cwd: join(home, 'deep', 'below') })).code).toBe(0);
      expect(gateway.received[0]?.headers.authorization).toBe('Bearer svc_pat_local');
    });

    it('prefers the environment, and flags to both', async () => {
      gateway.on('GET /api/metrics', metrics);
      await svc.run(['metric', 'list'], { cwd: home, env: { SVC_TOKEN: 'svc_pat_env' } });
      await svc.run(['metric', 'list', '--token', 'svc_pat_flag'], { cwd: home, env: { SVC_TOKEN: 'svc_pat_env' } });
      expect(gateway.received.map((it) => it.headers.authorization)).toEqual([
        'Bearer svc_pat_env',
        'Bearer svc_pat_flag',
      ]);
    });

    it('never sends the local token to another address', async () => {
      const other = await new FakeGateway().start();
      other.on('GET /api/metrics', metrics);
      await svc.run(['metric', 'list', '--url', other.url], { cwd: home });
      expect(other.received.map((it) => it.headers.authorization)).toEqual([undefined]);
      await other.stop();
    });

    it('says how to name one when there is none', async () => {
      const { code, stderr } = await svc.run(['metric', 'list'], { env: {} });
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /start one with "\.\/svc up", or say where it is with --url or SVC_URL\n {2}next: run it inside the checkout of svc; elsewhere set SVC_URL and SVC_TOKEN/,
      );
    });
  });

  describe('on a refusal', () => {
    it('shows title, detail, every pointer and the next command', async () => {
      const refused = refusal('invalid-request', 'The name is odd, and more.', {
        errors: [
          { pointer: '/params/name', message: 'is odd' },
          { pointer: '/query', message: 'is even' },
        ],
      });
      gateway.on('GET /api/metrics/departures', refused).on('GET /api/metrics/departures/history', refused);
      const { code, stdout, stderr } = await online(['metric', 'show', 'departures']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^error The request is not valid\n {2}The name is odd, and more\.\n {2}at \/params\/name\n {2}at \/query is even\n/,
      );
    });

    it('prints the problem for programs on standard error', async () => {
      const { code, stdout, stderr } = await online(['metric', 'show', 'departures', '--json']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({ code: 'not-found', status: 404 });
    });

    it.each([
      ['unauthenticated', 6, /next: svc up, or set SVC_TOKEN/],
      ['forbidden', 6, /next: svc whoami/],
      ['uncertified-source', 6, /next: svc derivation list/],
      ['conflict', 6, /The state does not allow that/],
      ['not-found', 1, /next: svc metric list/],
      ['undeclared-dimension', 1, /next: svc metric show/],
      ['internal', 1, /Something went wrong on our side/],
      ['overloaded', 7, /Too busy/],
      ['unavailable', 7, /A part of the service is unavailable/],
    ] as const)('%s ends with %i', async (problem, exit, message) => {
      gateway.on('GET /api/metrics', refusal(problem, 'So it is.'));
      const { code, stderr } = await online(['metric', 'list']);
      expect(code).toBe(exit);
      expect(stderr).toMatch(message);
    });

    it('ends with 7 when nothing answers', async () => {
      const gone = await new FakeGateway().start();
      await gone.stop();
      const { code, stderr } = await svc.run(['metric', 'list'], { env: { SVC_URL: gone.url } });
      expect(code).toBe(7);
      expect(stderr).toContain(`Nothing answers at ${gone.url}`);
    });
  });

  describe('its output', () => {
    it('has no colour in a pipe, colour on demand, and none with NO_COLOR', async () => {
      gateway.on('GET /api/metrics', { body: { items: [aMetric()], next_cursor: null } });
      const colored = async (more: Record<string, string>, args: string[] = []) =>
        (await online(['metric', 'list', ...args], { env: more })).stdout.includes(escape);
      expect([
        await colored({}),
        await colored({ FORCE_COLOR: '1' }),
        await colored({ FORCE_COLOR: '1', NO_COLOR: '1' }),
        await colored({ FORCE_COLOR: '1' }, ['--no-color']),
      ]).toEqual([false, true, false, false]);
    });

    it('shows what would repaint the terminal instead of doing it', async () => {
      gateway.on('GET /api/metrics', {
        body: { items: [aMetric({}, { label: `${escape}[2Jgone\u202e` })], next_cursor: null },
      });
      const { stdout } = await online(['metric', 'list']);
      expect(stdout).not.toContain(escape);
      expect(stdout).toContain('\\u001b[2Jgone\\u202e');
    });

    it('reads every page of a list', async () => {
      gateway.on('GET /api/metrics', ({ query }) => ({
        body:
          query.get('cursor') === null
            ? { items: [aMetric({ name: 'one' })], next_cursor: 'one' }
            : { items: [aMetric({ name: 'two' })], next_cursor: null },
      }));
      const { stdout } = await online(['metric', 'list', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ items: [{ name: 'one' }, { name: 'two' }], next_cursor: null });
    });
  });
});
