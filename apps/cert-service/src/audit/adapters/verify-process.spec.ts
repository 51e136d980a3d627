import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter, CheckpointSigner, SigningKey } from '@svc/audit-chain';
import { numbered } from '../../../test/audit/audit-entries';
import { VerifyProcess } from './verify-process';

const hook = join(__dirname, '../../../test/run-typescript.js');
const never = new AbortController().signal;

describe('a process that verifies the log', () => {
  let directory: string;
  let signer: CheckpointSigner;
  let verifier: VerifyProcess;

  beforeAll(async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'svc-verify-'));
    directory = join(scratch, 'log');
    signer = new CheckpointSigner({
      key: SigningKey.fromSeed(Buffer.alloc(32, 7)),
      name: 'test/audit',
      statePath: join(scratch, 'signed'),
    });
    const writer = await AuditLogWriter.open(directory, { now: () => new Date(), checkpointSigner: signer });
    await writer.append(Array.from({ length: 50 }, (_, number) => numbered(number)));
    await writer.close();
    verifier = new VerifyProcess(
      { directory, signer, segmentBytes: 1 << 20 },
      { file: join(__dirname, 'verify-worker.ts'), execArgv: ['-r', hook] },
    );
  });
  afterAll(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  it('says what the log is, with the key that signed it', async () => {
    expect(await verifier.verify(null, never)).toMatchObject({
      outcome: 'intact',
      vouchedSize: 51,
      head: { size: 51 },
    });
  });

  it('refuses an anchor that is none, as the library does', async () => {
    await expect(verifier.verify('hello', never)).rejects.toMatchObject({ name: 'LogError', code: 'malformed-note' });
  });

  it('ends when its caller is gone', async () => {
    const gone = new AbortController();
    const asked = verifier.verify(null, gone.signal);
    gone.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says where the log was changed', async () => {
    const file = join(directory, readdirSync(directory).find((it) => it.endsWith('.jsonl')) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"actor":"user-7"', '"actor":"user-8"'));
    expect(await verifier.verify(null, never)).toMatchObject({ outcome: 'edited', where: { seq: 8, line: 9 } });
  });
});
