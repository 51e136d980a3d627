import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogKey, openCheckpoint, parseLogKey, readRecords, verifyLog } from '@svc/audit-chain';
import {
  appendAudit,
  exportAuditSegment,
  getAuditCheckpoint,
  getAuditProof,
  listAudit,
  listAuditSegments,
  verifyAudit,
} from '@svc/contracts';
import type { BootedService } from '@svc/platform';
import { openWarehouse } from '@svc/warehouse';
import { AUDIT_LOG_KEY } from '../../src/audit/audit.ports';
import { LogLeader } from '../../src/audit/log-leader';
import { RetireSegments } from '../../src/audit/retention/retire-segments';
import { AUDITOR, AuditCluster, GATEWAY } from './audit-cluster';
import { numbered } from './audit-entries';

const DAY_MS = 86_400_000;
/** When `numbered` entries were served. */
const SERVED = Date.UTC(2026, 0, 1);
const auditor = { principal: AUDITOR };

describe('the retention of the audit log', () => {
  let cluster: AuditCluster;
  let replica: BootedService;
  let logKey: LogKey;
  let anchor: string;
  const settings = { SVC_AUDIT_SEGMENT_BYTES: '20000', SVC_AUDIT_RETENTION_DAYS: '30', SVC_CHECKPOINT_RECORDS: '1' };

  beforeAll(async () => {
    cluster = await AuditCluster.start();
    replica = await cluster.replica(settings);
    logKey = parseLogKey(replica.app.get<string>(AUDIT_LOG_KEY));
    for (let at = 0; at < 200; at += 20) await append(at, 20);
    anchor = await checkpoint();
  });
  afterAll(() => cluster.stop());

  const append = (from: number, count: number) =>
    cluster.rpc.call(
      appendAudit,
      { entries: Array.from({ length: count }, (_, n) => numbered(from + n)) },
      { principal: GATEWAY },
    );
  const checkpoint = async () =>
    (await cluster.rpc.call(getAuditCheckpoint, { params: {}, query: {} }, auditor)).checkpoint;
  const retire = (days: number) => replica.app.get(RetireSegments).retire(new Date(SERVED + days * DAY_MS));
  const segments = async () => (await cluster.rpc.call(listAuditSegments, { params: {}, query: {} }, auditor)).items;
  const verify = (note: string) => cluster.rpc.call(verifyAudit, { params: {}, query: { anchor: note } }, auditor);
  const files = () =>
    readdirSync(cluster.auditDirectory)
      .filter((it) => it.endsWith('.jsonl'))
      .sort();

  it('removes nothing that is younger than the rule says', async () => {
    const before = files();
    expect(await retire(30)).toEqual([]);
    expect(files()).toEqual(before);
  });

  it('removes nothing on a replica that does not write the log', async () => {
    const second = await cluster.replica(settings);
    expect(second.app.get(LogLeader).leading).toBe(false);
    expect(await second.app.get(RetireSegments).retire(new Date(SERVED + 999 * DAY_MS))).toEqual([]);
    await second.stop();
  });

  it('archives and removes sealed files that are older, all but the one being written, and says so in the log', async () => {
    const before = files();
    const removed = await retire(31);
    expect(removed.map(({ name }) => name)).toEqual(before.slice(0, -1));
    expect(files()).toEqual(before.slice(-1));
    const { items } = await cluster.rpc.call(listAudit, { params: {}, query: { action: 'log.retired' } }, auditor);
    expect(items.reverse().map(({ target, detail }) => [target?.name, detail['object']])).toEqual(
      removed.map(({ name, object }) => [name, `sha256:${object}`]),
    );
  });

  it('leaves a log that verifies, against what was anchored before too', async () => {
    expect(await verify(anchor)).toMatchObject({ state: 'grown' });
    await append(200, 20);
    const found = await verify(await checkpoint());
    expect(found).toMatchObject({ state: expect.stringMatching(/^(intact|grown)$/), records: expect.any(Number) });
    expect(found.vouched).toBeGreaterThan(200);
  });

  it('keeps what it removed where it can be fetched: put back, it is the whole log', async () => {
    const listed = await segments();
    expect(listed.filter(({ removed_at }) => removed_at !== null)).toHaveLength(listed.length - files().length);
    const whole = join(cluster.directory, 'whole');
    cpSync(cluster.auditDirectory, whole, { recursive: true, filter: (path) => !path.endsWith('.tmp') });
    rmSync(join(whole, 'pruned.json'));
    const warehouse = await openWarehouse(join(cluster.directory, 'warehouse'));
    for (const { first_seq, file, removed_at } of listed) {
      if (removed_at === null) continue;
      const reply = await cluster.rpc.exchange(exportAuditSegment, { params: { first_seq }, query: {} }, auditor);
      if (reply.kind !== 'file') throw new Error('not a file');
      writeFileSync(join(whole, file), Buffer.concat(await (await warehouse.openRead(reply.file.object)).toArray()));
    }
    expect(await verifyLog(whole, { logKey, anchor: { checkpoint: anchor } })).toMatchObject({ outcome: 'grown' });
    let first: number | null = null;
    for await (const { seq } of readRecords(whole, { order: 'oldest', limit: 1 })) first = seq;
    expect(first).toBe(0);
  });

  it('reports a removed record as removed, and proves the others', async () => {
    const prove = (seq: number) => cluster.rpc.call(getAuditProof, { params: { seq }, query: {} }, auditor);
    await expect(prove(0)).rejects.toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('not in the log any more'),
    });
    const { size } = openCheckpoint(await checkpoint(), logKey);
    expect(await prove(size - 1)).toMatchObject({ seq: size - 1 });
  });

  it('keeps the copy that an export or an interrupted retirement made, and goes on from there', async () => {
    for (let at = 300; at < 400; at += 20) await append(at, 20);
    const [first] = (await segments()).filter(({ removed_at }) => removed_at === null);
    const exported = await cluster.rpc.exchange(
      exportAuditSegment,
      { params: { first_seq: first?.first_seq ?? 0 }, query: {} },
      auditor,
    );
    const [removed] = await retire(31);
    expect(exported).toMatchObject({ kind: 'file', file: { object: removed?.object, file_name: first?.file } });
    expect(await retire(31)).toEqual([]);
    const { items } = await cluster.rpc.call(
      listAudit,
      { params: {}, query: { action: 'log.retired', target: first?.file ?? '' } },
      auditor,
    );
    expect(items).toHaveLength(1);
    expect(await verify(anchor)).toMatchObject({ state: 'grown' });
  });

  it('notes a removal that a crash kept from being noted', async () => {
    const removed = async () => (await segments()).filter(({ removed_at }) => removed_at !== null).length;
    const before = await removed();
    expect(await cluster.sql('UPDATE cert.audit_segment SET removed_at = NULL')).toBe(before);
    await retire(31);
    expect(await removed()).toBe(before);
  });

  it('continues after another replica has taken over', async () => {
    await replica.stop();
    replica = await cluster.replica(settings);
    for (let at = 500; at < 600; at += 20) await append(at, 20);
    expect((await retire(31)).length).toBeGreaterThan(0);
    expect(await verify(anchor)).toMatchObject({ state: 'grown' });
    expect(existsSync(join(cluster.auditDirectory, 'pruned.json'))).toBe(true);
  });
});
