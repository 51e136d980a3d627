import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatLogKey, lineHash, openKeyFile } from '@svc/audit-chain';
import { connectedClient } from './connected-client';
import { refusal } from './fake-gateway';
import { ServedLog } from './served-log';

describe('svc certificate chain', () => {
  const { svc, gateway, online } = connectedClient();
  let log: ServedLog;
  const file = (name: string) => join(svc.directory, name);

  beforeAll(async () => {
    log = await ServedLog.write(file('audit'), 40);
    writeFileSync(file('log.key'), log.logKey);
    writeFileSync(
      file('other.key'),
      formatLogKey({ name: 'test/audit', publicKey: (await openKeyFile(file('two.key'))).publicKey }),
    );
    writeFileSync(file('anchor'), log.checkpoint);
    mkdirSync(file('empty'));
  });

  describe('asking the service', () => {
    it.each([
      ['intact', 0],
      ['grown', 0],
      ['truncated', 3],
      ['edited', 3],
      ['reordered', 3],
      ['forked', 3],
    ] as const)('reports a log that is %s with %i', async (state, code) => {
      gateway.on('GET /api/audit/verify', {
        body: {
          state,
          records: 12,
          head: 'ab',
          detail: 'So it is.',
          at_seq: 7,
          at_line: { segment: 'one.jsonl', line: 8, offset: 9 },
          vouched: 10,
        },
      });
      const ended = await online(['certificate', 'chain', '--anchor', 'anchor']);
      expect(ended.code).toBe(code);
      expect(ended.stdout).toMatch(
        new RegExp(
          `chain +${state}\\nrecords +12\\nhead +ab\\ndetail +So it is\\.\\nfirst ${state === 'truncated' ? 'missing' : 'wrong'} record +7\\nwhere +one\\.jsonl, line 8, byte 9`,
        ),
      );
      expect(gateway.received[0]?.query.get('anchor')).toBe(log.checkpoint);
    });

    it('says that the service has then judged itself', async () => {
      gateway.on('GET /api/audit/verify', {
        body: {
          state: 'intact',
          records: 12,
          head: 'ab',
          detail: 'So it is.',
          at_seq: null,
          at_line: null,
          vouched: 12,
        },
      });
      expect((await online(['certificate', 'chain'])).stdout).toMatch(
        /not proven +that the service tells the truth about its own log/,
      );
    });

    describe('of a stack on this machine', () => {
      /** Beside a state directory as `./svc up` leaves it: the address, and the folder in which it keeps checkpoints. */
      const runBeside = (address: string, ...args: string[]) => {
        const state = mkdtempSync(file('state-'));
        mkdirSync(join(state, 'run'));
        mkdirSync(join(state, 'kept'));
        writeFileSync(join(state, 'run', 'status.json'), JSON.stringify({ children: [{ name: 'gateway', address }] }));
        writeFileSync(join(state, 'run', 'stack.json'), JSON.stringify({ anchors: join(state, 'kept') }));
        for (const size of ['000000000009', '000000000037']) {
          const text = size.endsWith('37') ? log.checkpoint : 'an older one';
          writeFileSync(join(state, 'kept', `${size}.note`), text);
        }
        return svc.run(['certificate', 'chain', '--token', 'x', ...args], { env: { SVC_STATE_DIR: state } });
      };
      const run = (...args: string[]) => runBeside(gateway.url, ...args);
      const found = {
        state: 'grown',
        records: 40,
        head: 'ab',
        detail: 'So.',
        at_seq: null,
        at_line: null,
        vouched: 40,
      };

      it('holds the log against the newest checkpoint that is kept there, and says which', async () => {
        gateway.on('GET /api/audit/verify', { body: found });
        const { code, stdout } = await run();
        expect(code).toBe(0);
        expect(gateway.received[0]?.query.get('anchor')).toBe(log.checkpoint);
        expect(stdout).toMatch(/anchor +\S+kept\/000000000037\.note\n/);
        expect(stdout).not.toContain('no newest records were cut off');
      });

      it('prefers the one that is given', async () => {
        gateway.on('GET /api/audit/verify', { body: found });
        await run('--anchor', 'another');
        expect(gateway.received[0]?.query.get('anchor')).toBe('another');
      });

      it('reports a checkpoint of another log as such, not as a mistake of whoever asked', async () => {
        gateway.on('GET /api/audit/verify', refusal('invalid-request', 'The anchor cannot be used: no such key.'));
        const { code, stdout } = await run();
        expect(code).toBe(3);
        expect(stdout).toMatch(/chain +untrusted\n[^]*no such key[^]*anchor +\S+\.note/);
      });

      it('sends none to a service elsewhere', async () => {
        gateway.on('GET /api/audit/verify', { body: found });
        await runBeside('http://127.0.0.1:1', '--url', gateway.url);
        expect(gateway.received.map(({ query }) => query.get('anchor'))).toEqual([null]);
      });
    });

    it('leaves what only works offline to --offline', async () => {
      expect((await online(['certificate', 'chain', '--log-key', 'log.key'])).code).toBe(2);
      expect((await svc.run(['certificate', 'chain', '--offline', 'audit', '--url', gateway.url])).code).toBe(2);
      gateway.on('GET /api/audit/verify', refusal('invalid-request', 'The anchor cannot be used.'));
      expect((await online(['certificate', 'chain', '--anchor', 'nonsense'])).code).toBe(1);
    });
  });

  describe('offline', () => {
    /** A copy of the log in which one file has other lines. */
    const tampered = (change: (lines: string[]) => string[], name = log.files[1] ?? ''): string => {
      const copy = mkdtempSync(file('copy-'));
      cpSync(log.directory, copy, { recursive: true });
      const path = join(copy, name);
      const lines = change(readFileSync(path, 'utf8').split('\n').slice(0, -1));
      writeFileSync(path, lines.map((it) => `${it}\n`).join(''));
      return copy;
    };
    const chain = (folder: string, ...args: string[]) =>
      online(['certificate', 'chain', '--offline', folder, '--log-key', 'log.key', '--json', ...args]);
    const found = async (folder: string, ...args: string[]) => {
      const { code, stdout } = await chain(folder, ...args);
      const report: unknown = JSON.parse(stdout);
      expect(gateway.received).toEqual([]);
      return { code, report };
    };

    it('finds a log intact, and says how much of it is signed for', async () => {
      const { code, report } = await found('audit');
      expect(code).toBe(0);
      expect(report).toMatchObject({
        state: 'intact',
        records: log.lines.length,
        head: lineHash(log.lines.at(-1) ?? ''),
        vouched: log.checkpointSize,
        checked_by: 'this machine',
      });
      expect(report).toMatchObject({
        not_proven: [
          expect.stringMatching(/^what the newest 3 records said at first/),
          expect.stringMatching(/no newest records were cut off/),
          expect.stringMatching(/everything that happened/),
        ],
      });
    });

    it('finds it grown against a checkpoint, or a line, that was kept', async () => {
      expect(await found('audit', '--anchor', 'anchor')).toMatchObject({ code: 0, report: { state: 'grown' } });
      expect(await found('audit', '--anchor', `4:${lineHash(log.lines[4] ?? '')}`)).toMatchObject({
        code: 0,
        report: { state: 'grown' },
      });
    });

    it('says without a key what signatures then are worth', async () => {
      const { code, stdout } = await svc.run(['certificate', 'chain', '--offline', 'audit']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/not proven +who wrote it: without --log-key/);
      expect(stdout).not.toMatch(/signature of the log/);
    });

    it('finds the end cut off, against the checkpoint that was kept', async () => {
      const cut = tampered((lines) => lines.slice(0, 1), log.files.at(-1));
      expect(await found(cut, '--anchor', 'anchor')).toMatchObject({
        code: 3,
        report: { state: 'truncated', proven: [] },
      });
    });

    it.each([
      [
        'an edit',
        'edited',
        (lines: string[]) => lines.with(3, (lines[3] ?? '').replace(/"actor":"[^"]*"/, '"actor":"token:eve"')),
      ],
      ['a line dropped', 'edited', (lines: string[]) => lines.toSpliced(3, 1)],
      [
        'two lines swapped',
        'reordered',
        (lines: string[]) => [...lines.slice(0, 3), ...lines.slice(3, 5).reverse(), ...lines.slice(5)],
      ],
    ])('finds %s, and where', async (_, state, change) => {
      const { code, report } = await found(tampered(change));
      expect(code).toBe(3);
      expect(report).toMatchObject({
        state,
        at_line: { segment: log.files[1], line: 4, offset: expect.any(Number) },
        at_seq: Number(log.files[1]?.slice(0, 12)) + 3,
      });
    });

    it('finds another log than the one that was signed forked', async () => {
      const other = await ServedLog.write(file('other-audit'), 40, (at) => ({
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        at: '2026-03-01T10:00:00Z',
        actor: 'token:eve',
        action: 'a',
        method: 'GET',
        route: '/',
        target: null,
        outcome: 'ok',
        status: 200,
        duration_us: 1,
        trace_id: '',
        detail: {},
      }));
      expect(await found(other.directory, '--anchor', 'anchor')).toMatchObject({
        code: 3,
        report: { state: 'forked' },
      });
    });

    it('compares nothing with an anchor that the given key did not sign', async () => {
      const { code, stdout } = await svc.run([
        'certificate',
        'chain',
        '--offline',
        'audit',
        '--anchor',
        'anchor',
        '--log-key',
        'other.key',
      ]);
      expect(code).toBe(3);
      expect(stdout).toMatch(/chain +untrusted\n[^]*not signed by the log key given/);
    });

    it.each([
      ['an anchor that is none', ['--anchor', 'nonsense'], 'audit', 2],
      ['a folder that is not there', [], 'gone', 1],
      ['a folder without a log', [], 'empty', 1],
      ['a file', [], 'log.key', 1],
    ])('refuses %s', async (_, args, folder, code) => {
      expect((await chain(folder, ...args)).code).toBe(code);
    });
  });
});
