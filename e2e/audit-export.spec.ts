import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { SmallLog } from './small-log';

const chain = z.looseObject({ state: z.string(), records: z.int(), vouched: z.int() });

describe('the audit log, taken out of the service', () => {
  let log: SmallLog;
  const at = (...names: string[]): string => path.join(log.directory, ...names);
  const offline = async (...args: string[]) => {
    const { code, stdout } = await log.svc(['certificate', 'chain', '--offline', ...args, '--json'], { offline: true });
    return { code, ...chain.parse(JSON.parse(stdout)) };
  };

  beforeAll(async () => {
    log = await SmallLog.start();
    // Each of these calls leaves a record; a file of this log holds about twenty.
    for (let call = 0; call < 100; call += 1) await log.client.listAudit({ query: { limit: 1 } });
  });
  afterAll(() => log.stop());

  it('has files that are sealed, each served byte for byte as it lies on disk', async () => {
    const { items } = await log.client.listAuditSegments();
    const sealed = items.filter((it) => it.last_seq !== null);
    expect(sealed.length).toBeGreaterThan(2);
    for (const { first_seq, file } of sealed) {
      const served = await log.client.download('exportAuditSegment', { params: { first_seq } });
      expect(served).toMatchObject({ contentType: 'application/jsonl', fileName: file });
      expect(await served.text()).toBe(readFileSync(at('audit', file), 'utf8'));
    }
  });

  it('is exported whole by svc audit export, and verifies with a key and an anchor once the service is gone', async () => {
    const { checkpoint, size } = await log.client.getAuditCheckpoint();
    writeFileSync(at('anchor'), checkpoint);
    writeFileSync(at('log.key'), (await log.client.getPublicKey()).audit_log_key);
    expect(await log.svc(['audit', 'export', '--out', 'exported'])).toMatchObject({ code: 0 });
    await log.silence();
    const found = await offline('exported', '--log-key', 'log.key', '--anchor', 'anchor');
    expect(found).toMatchObject({ code: 0, state: expect.stringMatching(/^(intact|grown)$/) });
    expect(found.vouched).toBeGreaterThanOrEqual(size);
    expect(found.records).toBe(exportedLines().length);
  });

  it('shows a line that was changed and an end that was cut off', async () => {
    const files = readdirSync(at('exported'))
      .filter((it) => it.endsWith('.jsonl'))
      .sort();
    const [first = '', last = ''] = [files[0], files.at(-1)];
    const text = readFileSync(at('exported', first), 'utf8');
    writeFileSync(at('exported', first), text.replace('"status":200', '"status":403'));
    expect(await offline('exported', '--log-key', 'log.key')).toMatchObject({ code: 3, state: 'edited' });
    writeFileSync(at('exported', first), text);
    const end = readFileSync(at('exported', last), 'utf8');
    writeFileSync(at('exported', last), end.slice(0, end.lastIndexOf('\n', end.length - 2) + 1));
    expect(await offline('exported', '--log-key', 'log.key')).toMatchObject({ code: 3, state: 'truncated' });
  });

  function exportedLines(): string[] {
    return readdirSync(at('exported'))
      .filter((it) => it.endsWith('.jsonl'))
      .flatMap((it) => readFileSync(at('exported', it), 'utf8').split('\n').slice(0, -1));
  }
});
