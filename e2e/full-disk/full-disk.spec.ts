import { createClient, type Client } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { DiskLoad } from './disk-load';
import { SmallDisk, whyNoSmallDisk } from './small-disk';

const MiB = 1024 * 1024;
const FILLS = Number(process.env.SVC_FILLS ?? (process.env.SVC_TEST_ALL === '1' ? 20 : 2));
const why = whyNoSmallDisk();

interface Recovery {
  readonly total_ms: number;
  /** Until a write was acknowledged. */
  readonly write_ms: number;
  /** For each process and state other than ready, when it was last seen so. */
  readonly waitedFor: Readonly<Record<string, number>>;
}

(why === null ? describe : describe.skip)(
  `a disk that is filled again and again under load${why === null ? '' : ` (no small disk can be mounted here: ${why})`}`,
  () => {
    let disk: SmallDisk;
    let client: Client;
    let load: DiskLoad;
    const recoveries: Recovery[] = [];

    beforeAll(async () => {
      disk = await SmallDisk.start(768 * MiB);
      const { gateway, token } = await disk.status();
      client = createClient({ baseUrl: gateway ?? '', token: token ?? '' });
      load = new DiskLoad(client, gateway ?? '', token ?? '');
    });
    afterAll(async () => {
      await load?.stop();
      await disk?.stop();
    });

    /** Waits until a write is acknowledged and every process is ready; says how long that took, and which process took it. */
    async function recovery(fill: number): Promise<Recovery> {
      const freed = performance.now();
      const since = (): number => Math.round(performance.now() - freed);
      const waitedFor: Record<string, number> = {};
      let write_ms = 0;
      await Promise.all([
        eventually(() => load.writes(`back-${fill}-${Math.random()}`)).then(() => (write_ms = since())),
        eventually(() => {
          const processes = disk.processes();
          const unready = processes.filter((it) => it.state !== 'ready');
          for (const { name, state } of unready) waitedFor[`${name} ${state}`] = since();
          return processes.length > 0 && unready.length === 0;
        }),
      ]);
      return { total_ms: since(), write_ms, waitedFor };
    }

    it(`is back after each of ${FILLS} fills, by itself`, async () => {
      for (let fill = 0; fill < FILLS; fill += 1) {
        const served = load.served;
        await eventually(() => load.served > served + 20);
        const refused = load.refused;
        disk.fill();
        await eventually(() => {
          disk.fill();
          return load.refused > refused + 20;
        });
        disk.free();
        recoveries.push(await recovery(fill));
        process.stderr.write(`fill ${fill}: ${JSON.stringify(recoveries.at(-1))}\n`);
      }
      expect(recoveries).toHaveLength(FILLS);
    }, 1_800_000);

    it('lost nothing that was acknowledged, answered honestly, and hung nowhere', async () => {
      await load.stop();
      const { items } = await client.listTokens();
      const tokens = new Set(items.map((it) => it.name));
      const datasets = new Set<string>();
      for (let cursor: string | undefined; ;) {
        const page = await client.listDatasets({ query: { limit: 500, ...(cursor === undefined ? {} : { cursor }) } });
        for (const { name } of page.items) datasets.add(name);
        if (page.next_cursor === null || page.next_cursor === undefined) break;
        cursor = page.next_cursor;
      }
      process.stderr.write(`${JSON.stringify(figures())}\n`);
      expect([...load.acknowledged.tokens].filter((name) => !tokens.has(name))).toEqual([]);
      expect([...load.acknowledged.datasets].filter((name) => !datasets.has(name))).toEqual([]);
      expect(load.faults).toEqual([]);
    });

    it('has an audit log that verifies', async () => {
      expect(await client.verifyAudit()).toMatchObject({ state: 'intact' });
    });

    function figures(): object {
      const { tokens, datasets } = load.acknowledged;
      return {
        fills: recoveries.length,
        acknowledged_writes: tokens.size + datasets.size,
        served: load.served,
        refusals: Object.fromEntries(load.refusals),
        recoveries,
        slowest_recovery_ms: Math.max(...recoveries.map((it) => it.total_ms)),
      };
    }
  },
);
