import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogKey, openCheckpoint, parseLogKey, verifyLog, verifyProof } from '@svc/audit-chain';
import {
  appendAudit,
  type AuditRecord,
  exportAuditSegment,
  type FileReply,
  getAuditCheckpoint,
  getAuditProof,
  listAudit,
  listAuditSegments,
  type RequestInput,
  verifyAudit,
} from '@svc/contracts';
import { openWarehouse } from '@svc/warehouse';
import { AUDIT_LOG_KEY } from '../../src/audit/audit.ports';
import { AUDITOR, AuditCluster, GATEWAY } from './audit-cluster';
import { numbered } from './audit-entries';

const COUNT = 400;
const FIRST_FILE = '000000000000.00000001.jsonl';
const auditor = { principal: AUDITOR };

describe('what an auditor can ask of the log', () => {
  let cluster: AuditCluster;
  let logKey: LogKey;

  beforeAll(async () => {
    cluster = await AuditCluster.start();
    const over = { SVC_AUDIT_SEGMENT_BYTES: '40000', SVC_CHECKPOINT_RECORDS: '1' };
    logKey = parseLogKey((await cluster.replica(over)).app.get<string>(AUDIT_LOG_KEY));
    // Reads are answered by either replica, the writer or the other.
    await cluster.replica(over);
    for (let at = 0; at < COUNT; at += 40) {
      await cluster.rpc.call(
        appendAudit,
        { entries: Array.from({ length: 40 }, (_, n) => numbered(at + n)) },
        { principal: GATEWAY },
      );
    }
  });
  afterAll(() => cluster.stop());

  const list = async (query: RequestInput<typeof listAudit>['query']) =>
    cluster.rpc.call(listAudit, { params: {}, query }, auditor);
  const listAll = async (query: RequestInput<typeof listAudit>['query']): Promise<AuditRecord[]> => {
    const items: AuditRecord[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...page.items);
      if (page.next_cursor === null) return items;
      cursor = page.next_cursor;
    }
  };
  const verify = (anchor?: string) =>
    cluster.rpc.call(verifyAudit, { params: {}, query: anchor === undefined ? {} : { anchor } }, auditor);
  const checkpoint = () => cluster.rpc.call(getAuditCheckpoint, { params: {}, query: {} }, auditor);
  const read = async ({ object }: FileReply): Promise<string> => {
    const warehouse = await openWarehouse(join(cluster.directory, 'warehouse'));
    return Buffer.concat(await (await warehouse.openRead(object)).toArray()).toString('utf8');
  };
  const covers = async (size: number): Promise<string> => {
    for (;;) {
      const newest = await checkpoint();
      if (newest.size >= size) return newest.checkpoint;
    }
  };

  it('records by actor, action, target and time, newest first, in pages that join to the whole', async () => {
    const all = await listAll({ limit: 90 });
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: all.length }, (_, at) => all.length - 1 - at));
    const ours = all.filter(({ actor }) => actor.startsWith('user-'));
    expect(ours).toHaveLength(COUNT);
    const pick = (fits: (record: AuditRecord) => boolean) => all.filter(fits).map(({ seq }) => seq);
    const seqs = async (query: RequestInput<typeof listAudit>['query']) => (await listAll(query)).map(({ seq }) => seq);
    expect(await seqs({ actor: 'user-7', limit: 3 })).toEqual(pick((it) => it.actor === 'user-7'));
    expect(await seqs({ action: 'log.segment' })).toEqual(pick((it) => it.action === 'log.segment'));
    expect(await seqs({ target: 'metric_3', target_type: 'metric' })).toEqual(
      pick((it) => it.target?.name === 'metric_3'),
    );
    const [from, to] = ['2026-01-01T00:00:00.100Z', '2026-01-01T00:00:00.2Z'];
    expect(await seqs({ from, to })).toEqual(
      pick((it) => it.actor.startsWith('user-') && it.at >= from && it.at < '2026-01-01T00:00:00.200Z'),
    );
    expect(await seqs({ actor: 'nobody' })).toEqual([]);
  });

  it('but not with a cursor that no page gave, or a time without seconds', async () => {
    for (const query of [{ cursor: '-1' }, { cursor: '1e3' }, { cursor: 'x' }, { from: '2026-01-01T00:00Z' }]) {
      await expect(list(query)).rejects.toMatchObject({ code: 'invalid-request' });
    }
  });

  it('the newest checkpoint, as JSON and as the note itself, signed by the log’s own key', async () => {
    const note = await covers(COUNT);
    const { origin, size, root, checkpoint: text } = await checkpoint();
    expect(openCheckpoint(note, logKey)).toMatchObject({ origin: 'test/audit', size });
    expect(openCheckpoint(text, logKey)).toEqual({ origin, size, root: Buffer.from(root, 'base64').toString('hex') });
    const file = await cluster.rpc.exchange(getAuditCheckpoint, { params: {}, query: { format: 'note' } }, auditor);
    if (file.kind !== 'file') throw new Error('not a file');
    expect(file.file).toMatchObject({
      content_type: 'text/plain; charset=utf-8',
      file_name: `checkpoint-${size}.note`,
    });
    expect(await read(file.file)).toBe(text);
  });

  it('a proof of any record, which verifies with the key alone', async () => {
    await covers(COUNT);
    for (const seq of [0, 1, 77, COUNT - 1]) {
      const { proof, tree_size } = await cluster.rpc.call(getAuditProof, { params: { seq }, query: {} }, auditor);
      expect(verifyProof(proof, logKey)).toMatchObject({
        outcome: 'included',
        record: { seq },
        checkpoint: { size: tree_size },
      });
    }
    const file = await cluster.rpc.exchange(getAuditProof, { params: { seq: 5 }, query: { format: 'note' } }, auditor);
    expect(file.kind === 'file' && verifyProof(await read(file.file), logKey)).toMatchObject({
      outcome: 'included',
      record: { seq: 5 },
    });
  });

  it('no proof of a record that does not exist', async () => {
    const asked = cluster.rpc.call(getAuditProof, { params: { seq: 1_000_000 }, query: {} }, auditor);
    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  });

  it('tells a grown log of the anchor from an unrelated one', async () => {
    const anchor = await covers(COUNT);
    await cluster.rpc.call(appendAudit, { entries: [numbered(COUNT + 1)] }, { principal: GATEWAY });
    const found = await verify(anchor);
    expect(found).toMatchObject({ state: 'grown', at_seq: null, at_line: null });
    expect(found.vouched).toBeGreaterThanOrEqual(COUNT);
    expect(await verify()).toMatchObject({ state: 'intact' });
    await expect(verify(anchor.replace('test/audit', 'other/audit'))).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/query/anchor' }] },
    });
    await expect(verify('hello')).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('its files, byte for byte, the newest one as far as it is signed: they are the log, and verify offline', async () => {
    const anchor = await covers(COUNT);
    const { items } = await cluster.rpc.call(listAuditSegments, { params: {}, query: {} }, auditor);
    expect(items.length).toBeGreaterThan(3);
    const sealed = items.slice(0, -1);
    expect(items.map(({ last_seq }) => last_seq)).toEqual([
      ...items.slice(1).map(({ first_seq }) => first_seq - 1),
      null,
    ]);
    const copy = join(cluster.directory, 'copy');
    mkdirSync(copy);
    for (const { first_seq, file } of items) {
      const reply = await cluster.rpc.exchange(exportAuditSegment, { params: { first_seq }, query: {} }, auditor);
      if (reply.kind !== 'file') throw new Error('not a file');
      expect(reply.file).toMatchObject({ content_type: 'application/jsonl', file_name: file });
      writeFileSync(join(copy, file), await read(reply.file));
    }
    expect(await verifyLog(copy, { logKey, anchor: { checkpoint: anchor } })).toMatchObject({
      outcome: expect.stringMatching(/^(intact|grown)$/),
    });
    const again = await cluster.rpc.call(listAuditSegments, { params: {}, query: { limit: 2 } }, auditor);
    expect(again.items.map(({ archived }) => archived?.bytes)).toEqual(
      sealed.slice(0, 2).map(({ file }) => readFileSync(join(cluster.auditDirectory, file)).length),
    );
    const rest = await cluster.rpc.call(
      listAuditSegments,
      { params: {}, query: { cursor: again.next_cursor ?? '' } },
      auditor,
    );
    expect([...again.items, ...rest.items].map(({ file }) => file)).toEqual(items.map(({ file }) => file));
    await expect(
      cluster.rpc.exchange(exportAuditSegment, { params: { first_seq: 1 }, query: {} }, auditor),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('nothing without the right to', async () => {
    const stranger = { principal: { ...AUDITOR, scopes: [] } };
    const nothing = { params: {}, query: {} };
    const asked = [
      cluster.rpc.exchange(listAudit, nothing, stranger),
      cluster.rpc.exchange(getAuditCheckpoint, nothing, stranger),
      cluster.rpc.exchange(listAuditSegments, nothing, stranger),
      cluster.rpc.exchange(verifyAudit, nothing, stranger),
      cluster.rpc.exchange(getAuditProof, { params: { seq: 1 }, query: {} }, stranger),
      cluster.rpc.exchange(exportAuditSegment, { params: { first_seq: 0 }, query: {} }, stranger),
    ];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
  });

  it('where somebody has changed a byte', async () => {
    const anchor = await covers(COUNT);
    await cluster.stopReplicas();
    const tampered = join(cluster.directory, 'tampered');
    cpSync(cluster.auditDirectory, tampered, { recursive: true });
    const file = join(tampered, FIRST_FILE);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"actor":"user-7"', '"actor":"user-8"'));
    await cluster.replica({ SVC_AUDIT_DIR: tampered });
    expect(await verify(anchor)).toMatchObject({
      state: 'edited',
      at_line: { segment: FIRST_FILE },
      detail: expect.stringContaining('altered'),
    });
  });

  it('when there will be a proof of a record that is newer than every checkpoint', async () => {
    await cluster.stopReplicas();
    await cluster.replica({
      SVC_AUDIT_DIR: join(cluster.directory, 'unsigned'),
      SVC_CHECKPOINT_RECORDS: '1000000',
      SVC_CHECKPOINT_SECONDS: '3600',
    });
    const { last_seq } = await cluster.rpc.call(appendAudit, { entries: [numbered(1)] }, { principal: GATEWAY });
    const asked = cluster.rpc.call(getAuditProof, { params: { seq: last_seq }, query: {} }, auditor);
    await expect(asked).rejects.toMatchObject({ code: 'conflict', facts: { retryAfter: 3600 } });
  });
});
