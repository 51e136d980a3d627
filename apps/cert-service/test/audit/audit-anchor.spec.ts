import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type LogKey, openCheckpoint, parseLogKey } from '@svc/audit-chain';
import { appendAudit, verifyAudit } from '@svc/contracts';
import { AUDIT_LOG_KEY } from '../../src/audit/audit.ports';
import { AUDITOR, AuditCluster, GATEWAY } from './audit-cluster';
import { numbered } from './audit-entries';
import { BucketServer } from './bucket-server';

/** Whoever keeps checkpoints for us; `status` is what it answers. */
class Witness {
  readonly received: { id: string; body: string }[] = [];
  status = 204;
  private readonly watchers = new Set<() => void>();

  constructor(readonly server: Server) {
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        if (this.status === 204) this.received.push({ id: String(request.headers['webhook-id']), body });
        response.writeHead(this.status).end();
        for (const watcher of [...this.watchers]) watcher();
      });
    });
  }

  /** Resolves when it was asked so often and `holds` is true. */
  async until(holds: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }
}

describe('checkpoints that are kept elsewhere', () => {
  let cluster: AuditCluster;
  let witness: Witness;
  let bucket: BucketServer;
  let logKey: LogKey;
  let next = 1;
  const paths = () => ({ file: join(cluster.directory, 'anchor.note'), store: join(cluster.directory, 'anchors') });

  beforeAll(async () => {
    [cluster, bucket] = await Promise.all([AuditCluster.start(), BucketServer.start()]);
    witness = new Witness(createServer().listen(0, '127.0.0.1'));
    await once(witness.server, 'listening');
  });
  afterEach(() => cluster.stopReplicas());
  afterAll(async () => {
    await cluster.stop();
    await bucket.stop();
    witness.server.close();
  });

  const start = async () => {
    const { port } = addressOf(witness.server);
    const replica = await cluster.replica({
      SVC_CHECKPOINT_RECORDS: '5',
      SVC_ANCHOR_SECONDS: '0',
      SVC_ANCHOR_FILE: paths().file,
      SVC_ANCHOR_STORE: paths().store,
      SVC_ANCHOR_BUCKET: 's3://evidence/audit',
      SVC_ANCHOR_BUCKET_ENDPOINT: bucket.url,
      SVC_ANCHOR_BUCKET_KEY: 'writer:secret',
      SVC_ANCHOR_WEBHOOK: `http://127.0.0.1:${port}/checkpoints`,
      SVC_ANCHOR_WEBHOOK_LOOPBACK: 'true',
    });
    logKey = parseLogKey(replica.app.get<string>(AUDIT_LOG_KEY));
    return replica;
  };
  const append = async (count: number): Promise<number> => {
    const entries = Array.from({ length: count }, () => numbered(next++));
    return (await cluster.rpc.call(appendAudit, { entries }, { principal: GATEWAY })).last_seq;
  };
  const sizes = (): number[] => witness.received.map(({ body }) => openCheckpoint(noteOf(body), logKey).size);

  it('reach a file, a folder, a bucket and a webhook, and each of them shows that the log has only grown', async () => {
    await start();
    const last = await append(10);
    await witness.until(() => Math.max(0, ...sizes()) > last);
    const note = noteOf(witness.received.at(-1)?.body ?? '');
    while (!existsSync(paths().file) || openCheckpoint(readFileSync(paths().file, 'utf8'), logKey).size <= last)
      await append(1);
    while (bucket.objects.size === 0) await append(1);
    for (const anchor of [
      note,
      readFileSync(paths().file, 'utf8'),
      readFileSync(join(paths().store, readdirSync(paths().store)[0] ?? ''), 'utf8'),
      [...bucket.objects.values()][0] ?? '',
    ]) {
      expect(
        await cluster.rpc.call(verifyAudit, { params: {}, query: { anchor } }, { principal: AUDITOR }),
      ).toMatchObject({ state: expect.stringMatching(/^(grown|intact)$/) });
    }
  });

  it('wait for a webhook that is away, and come once each when it is back', async () => {
    await start();
    witness.status = 503;
    await append(10);
    await cluster.stopReplicas();
    const before = witness.received.length;
    witness.status = 204;
    await start();
    const last = await append(10);
    await witness.until(() => witness.received.length > before && Math.max(...sizes()) > last);
    expect(new Set(witness.received.map(({ id }) => id)).size).toBe(witness.received.length);
  });

  it('come when the service stops, so that nothing of its last hour is without one', async () => {
    const replica = await start();
    const last = await append(3);
    await replica.stop();
    await start();
    await witness.until(() => Math.max(...sizes()) > last);
    // The webhook may hear of it while the folder's file still has its temporary name.
    while (!readdirSync(paths().store).includes(`${String(last + 1).padStart(12, '0')}.note`)) await append(1);
  });
});

function noteOf(body: string): string {
  const { data }: { data: { checkpoint: string } } = JSON.parse(body);
  return data.checkpoint;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the witness has no port');
  return address;
}
