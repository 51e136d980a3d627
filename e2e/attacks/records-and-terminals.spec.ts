import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { stateDir, svc } from '../stack';
import { Attacker, value } from './wire';

/** What would clear a screen, set a title, ring, move up, turn the text around, and begin a line of its own. */
const HOSTILE = 'x\u001b[2J\u001b]0;owned\u0007\r\n{"seq":1,"action":"forged"}\u2028\u202e\u009b1A';
let by: Attacker;
beforeAll(async () => {
  by = await Attacker.begin();
});

const tokens = z.object({ items: z.array(z.looseObject({ id: z.string(), name: z.string() })) });
const named = z.looseObject({ id: z.string() });
const record = z.looseObject({ seq: z.int(), action: z.string() });

/** Every line that the audit log holds on disk. */
function lines(): string[] {
  const folder = path.join(stateDir, 'audit');
  return readdirSync(folder)
    .filter((it) => it.endsWith('.jsonl'))
    .flatMap((it) => readFileSync(path.join(folder, it), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

describe('line breaks and terminal codes in what a caller sends', () => {
  let id: string;
  beforeAll(async () => {
    id = value(named, await by.send('POST', '/api/tokens', { name: HOSTILE.slice(0, 100), role: 'viewer' })).id;
    await by.ask('GET', `/api/metrics/${encodeURIComponent(HOSTILE)}`);
    await by.ask('GET', `/api/${encodeURIComponent(HOSTILE)}`, { headers: { traceparent: 'x' } });
    await by.ask('GET', '/api/me', { token: 'svc_pat_x%0d%0aforged' });
  });
  afterAll(() => by.ask('DELETE', `/api/tokens/${id}`));

  it('make no line of their own in the audit log: each is one record, in order, and the chain verifies', async () => {
    const records = lines().map((line) => record.parse(JSON.parse(line)));
    expect(records.map((it) => it.seq)).toEqual(records.map((_, at) => (records[0]?.seq ?? 0) + at));
    expect(records.filter((it) => it.action === 'forged')).toEqual([]);
    // The canonical form escapes what is below U+0020 and nothing else (RFC 8785 §3.2.2.2).
    for (const line of lines()) expect(/[\u0000-\u001f]/.test(line)).toBe(false);
    expect(value(z.looseObject({ state: z.string() }), await by.ask('GET', '/api/audit/verify')).state).toBe('intact');
  });

  it('make no line of their own in a service’s log: each line is JSON', () => {
    for (const service of ['gateway', 'cert', 'compute', 'metrics']) {
      const text = readFileSync(path.join(stateDir, 'log', `${service}.log`), 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      // Node warns in words of its own.
      for (const line of text.filter((it) => !/^\((node:\d+\) \[DEP|Use `node --trace)/.test(it))) {
        expect(line.startsWith('{')).toBe(true);
        expect(line.includes('\u001b')).toBe(false);
      }
    }
  });

  it('are printed harmlessly by the command', async () => {
    const commands = [
      ['token', 'list'],
      ['metric', 'show', HOSTILE],
      ['dataset', 'show', HOSTILE],
      ['sql', `select '${HOSTILE.replaceAll("'", '')}' as x`],
      ['audit', 'list'],
    ];
    for (const command of commands) {
      const { stdout, stderr } = await svc(...command);
      expect({ command, moves: /[\u001b\u0007\u009b\r\u202e]/.exec(`${stdout}${stderr}`)?.[0] ?? null }).toEqual({
        command,
        moves: null,
      });
      expect(`${stdout}${stderr}`).not.toMatch(/^\{"seq":1,"action":"forged"\}/m);
    }
  });

  it('reach whoever reads by machine as they were sent', async () => {
    expect(value(tokens, await by.ask('GET', '/api/tokens')).items.find((it) => it.id === id)?.name).toBe(
      HOSTILE.slice(0, 100),
    );
  });
});

describe('what the log keeps of a request', () => {
  it('holds no token, no password and no statement that was sent', async () => {
    const secret = 'a pass phrase that nobody may read';
    await by.send('POST', '/api/session', { login: 'nobody', password: secret });
    await by.sql("select 'a text that nobody may read' as x");
    const logs = ['gateway', 'cert', 'compute', 'metrics']
      .map((it) => readFileSync(path.join(stateDir, 'log', `${it}.log`), 'utf8'))
      .join('');
    for (const text of [logs, lines().join('\n')])
      expect(text).not.toMatch(new RegExp(`that nobody may read|${by.token}`));
  });
});
