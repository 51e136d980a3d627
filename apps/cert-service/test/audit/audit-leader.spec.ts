import { readRecords } from '@svc/audit-chain';
import { appendAudit, verifyAudit } from '@svc/contracts';
import type { BootedService } from '@svc/platform';
import { LogLeader } from '../../src/audit/log-leader';
import { AUDITOR, AuditCluster, GATEWAY } from './audit-cluster';
import { numbered, numberOf } from './audit-entries';

describe('the audit log of several replicas', () => {
  let cluster: AuditCluster;
  let next = 0;
  const acknowledged: number[] = [];

  beforeAll(async () => {
    cluster = await AuditCluster.start();
  });
  afterEach(() => cluster.stopReplicas());
  afterAll(() => cluster.stop());

  const append = async (): Promise<void> => {
    const number = (next += 1);
    await cluster.rpc.call(appendAudit, { entries: [numbered(number)] }, { principal: GATEWAY });
    acknowledged.push(number);
  };
  const leading = (services: readonly BootedService[]): boolean[] =>
    services.map((it) => it.app.get(LogLeader).leading);
  /** Calls without a pause until `action` is over; rejects if one of them is refused. */
  const whileAppending = async (action: Promise<unknown>): Promise<void> => {
    let over = false;
    const done = action.finally(() => {
      over = true;
    });
    const clients = Array.from({ length: 8 }, async () => {
      while (!over) await append();
    });
    await Promise.all([done, ...clients]);
  };
  const requireOnce = async (): Promise<void> => {
    const seen: number[] = [];
    for await (const record of readRecords(cluster.auditDirectory)) {
      const number = numberOf(record);
      if (number !== null) seen.push(number);
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(acknowledged.filter((it) => !seen.includes(it))).toEqual([]);
    expect(await cluster.rpc.call(verifyAudit, { params: {}, query: {} }, { principal: AUDITOR })).toMatchObject({
      state: 'intact',
    });
  };
  /** Asks again until it is taken; not in the same turn of the event loop, in which a lost connection cannot come back. */
  const appendAtLast = async (): Promise<void> => {
    for (;;) {
      if (
        await append().then(
          () => true,
          () =>
            new Promise<false>((resolve) => {
              setImmediate(() => {
                resolve(false);
              });
            }),
        )
      )
        return;
    }
  };
  const eventually = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise(setImmediate);
  };

  it('has one writer, and takes entries at every replica', async () => {
    const replicas = [await cluster.replica(), await cluster.replica(), await cluster.replica()];
    await whileAppending(Promise.all(Array.from({ length: 60 }, append)));
    expect(leading(replicas).filter(Boolean)).toHaveLength(1);
    await requireOnce();
  });

  it('continues without a refusal, a loss or a fork when its writer stops', async () => {
    const first = await cluster.replica();
    await append();
    const second = await cluster.replica();
    expect(leading([first, second])).toEqual([true, false]);
    await whileAppending(first.stop().then(() => eventually(() => leading([second])[0] === true)));
    await append();
    await requireOnce();
  });

  it('continues without a refusal when its writer loses the connection', async () => {
    const replicas = [await cluster.replica(), await cluster.replica()];
    await append();
    for (let round = 0; round < 3; round += 1) {
      await whileAppending(
        cluster
          .cutLease()
          .then((cut) => expect(cut).toBe(1))
          .then(append),
      );
    }
    expect(leading(replicas).filter(Boolean).length).toBeLessThanOrEqual(1);
    await append();
    await requireOnce();
  });

  it('refuses at once while Postgres is away, and recovers by itself', async () => {
    await cluster.replica();
    await append();
    await cluster.postgres.kill();
    // Until the writer has heard of it entries may still be taken: nobody else can have the lease meanwhile.
    let refusal: unknown = null;
    while (refusal === null)
      await append().catch((error: unknown) => {
        refusal = error;
      });
    expect(refusal).toMatchObject({ code: 'unavailable', facts: { retryAfter: 1 } });
    await cluster.postgres.restart();
    await appendAtLast();
    await requireOnce();
  });

  it('continues after an outage of NATS, with one writer again', async () => {
    const replicas = [await cluster.replica(), await cluster.replica()];
    await append();
    await cluster.nats.kill();
    await eventually(() => leading(replicas).every((it) => !it));
    await cluster.nats.restart();
    await appendAtLast();
    expect(leading(replicas).filter(Boolean)).toHaveLength(1);
    await requireOnce();
  });

  it('takes up the log although Postgres was restored from a backup that knows fewer terms', async () => {
    await cluster.replica();
    await append();
    await cluster.cutLease();
    await append();
    await cluster.stopReplicas();
    expect(await cluster.sql('UPDATE cert.lease SET epoch = 0')).toBe(1);
    await cluster.replica();
    await append();
    await requireOnce();
  });

  it('takes the log from a writer that is frozen, which then acknowledges nothing more', async () => {
    const both = await Promise.all([cluster.child(), cluster.child()]);
    const frozen = await Promise.any(both.map((it) => it.untilLeading()));
    const [follower] = both.filter((it) => it !== frozen);
    if (follower === undefined) throw new Error('there is no other replica');
    await append();
    frozen.signal('SIGSTOP');
    await follower.untilLeading(frozen.epoch);
    await appendAtLast();
    frozen.signal('SIGCONT');
    await Promise.all(Array.from({ length: 50 }, append));
    expect(follower.epoch).toBeGreaterThan(frozen.epoch);
    await requireOnce();
  });

  it('writes once what a caller sends again because the replica that took it was killed', async () => {
    const replicas = await Promise.all([cluster.child(), cluster.child()]);
    const writer = await Promise.any(replicas.map((it) => it.untilLeading()));
    const again = async (): Promise<void> => {
      const number = (next += 1);
      await cluster.rpc.call(
        appendAudit,
        { entries: [numbered(number)] },
        { principal: GATEWAY, deadline: Date.now() + 200_000 },
        { retry: true },
      );
      acknowledged.push(number);
    };
    await again();
    const underWay = Array.from({ length: 400 }, again);
    await Promise.race(underWay);
    await writer.end('SIGKILL');
    await Promise.all(underWay);
    await requireOnce();
  });

  it('accepts no records in the name of the log', async () => {
    await cluster.replica();
    const forged = cluster.rpc.call(
      appendAudit,
      { entries: [numbered(1_000_001), numbered(1_000_002, { action: 'log.segment' })] },
      { principal: GATEWAY },
    );
    await expect(forged).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/body/entries/1' }] },
    });
  });

  it('takes text that was cut in the middle of a character', async () => {
    await cluster.replica();
    await cluster.rpc.call(
      appendAudit,
      { entries: [numbered(1_000_003, { target: { type: 'metric', name: '🙂'.slice(0, 1) } })] },
      { principal: GATEWAY },
    );
    for await (const { target } of readRecords(cluster.auditDirectory, { limit: 1 }))
      expect(target?.name).toBe('\ufffd');
    expect.assertions(1);
  });
});
