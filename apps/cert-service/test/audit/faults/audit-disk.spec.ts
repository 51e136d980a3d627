import { type LogKey, parseLogKey } from '@svc/audit-chain';
import { AUDIT_LOG_KEY } from '../../../src/audit/audit.ports';
import { AuditCluster } from '../audit-cluster';
import { canMount, fullDisk, tornWrite } from './audit-disk-faults';
import { isSound } from './audit-fault-run';

const mayMount = canMount();

describe('the audit log on a disk that fails', () => {
  let cluster: AuditCluster;
  let logKey: LogKey;

  beforeAll(async () => {
    cluster = await AuditCluster.start();
    const first = await cluster.replica();
    logKey = parseLogKey(first.app.get<string>(AUDIT_LOG_KEY));
  });
  beforeEach(() => cluster.stopReplicas());
  afterAll(() => cluster.stop());

  it('cuts off a line that a dying writer left unfinished, keeps it, and says so in the log', async () => {
    const { check, own, torn } = await tornWrite(cluster, logKey);
    expect(isSound(check)).toBe(true);
    expect(check.acknowledged).toBe(120);
    expect(own).toContain('log.recovered');
    expect(torn).toEqual(['{"action":"metric.query","actor":"user-']);
  });

  (mayMount ? it : it.skip)(
    `refuses while the disk is full and goes on when it is not${mayMount ? '' : ' (needs root, to mount a small disk)'}`,
    async () => {
      const { refusals, check } = await fullDisk(cluster, logKey);
      expect(refusals).toEqual(new Set(['unavailable']));
      expect(isSound(check)).toBe(true);
    },
    240_000,
  );
});
