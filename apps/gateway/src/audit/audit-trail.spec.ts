import type { AuditEntry } from '@svc/contracts';
import { AuditTrail } from './audit-trail';

class Log {
  reachable = true;
  readonly batches: (readonly AuditEntry[])[] = [];
  answer: () => Promise<void> = () => Promise.resolve();

  async append(entries: readonly AuditEntry[]): Promise<void> {
    this.batches.push(entries);
    await this.answer();
  }
}

const entry = (id: number): AuditEntry => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  at: '2026-01-01T00:00:00Z',
  actor: 'x',
  action: 'x',
  method: 'GET',
  route: '/',
  target: null,
  outcome: 'ok',
  status: 200,
  duration_us: 1,
  trace_id: 'x',
  detail: {},
});

describe('the audit trail', () => {
  it('sends what arrives together in one message, and what arrives meanwhile in the next', async () => {
    const log = new Log();
    const trail = new AuditTrail(log, () => 0);
    const first = Promise.all([1, 2, 3].map((id) => trail.record(entry(id))));
    let late: Promise<void> = Promise.resolve();
    log.answer = () => {
      if (log.batches.length === 1)
        late = Promise.all([4, 5].map((id) => trail.record(entry(id)))).then(() => undefined);
      return Promise.resolve();
    };
    await first;
    await late;
    expect(log.batches.map((it) => it.length)).toEqual([3, 2]);
  });

  it('sends the same records again until they are written', async () => {
    const log = new Log();
    const trail = new AuditTrail(log, () => 0);
    log.answer = () => (log.batches.length < 3 ? Promise.reject(new Error('away')) : Promise.resolve());
    await trail.record(entry(1));
    expect(log.batches).toEqual([[entry(1)], [entry(1)], [entry(1)]]);
    expect(trail.backlog).toBe(0);
  });

  it('refuses new work once the oldest record has waited a second, or when the log is known to be away', async () => {
    let now = 0;
    let written: () => void = () => undefined;
    const log = new Log();
    log.answer = () =>
      new Promise((resolve) => {
        written = resolve;
      });
    const trail = new AuditTrail(log, () => now);
    const recording = trail.record(entry(1));
    while (log.batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
    now = 900;
    expect(() => trail.refuseIfAway()).not.toThrow();
    now = 1_100;
    expect(() => trail.refuseIfAway()).toThrow(expect.objectContaining({ code: 'unavailable' }));
    written();
    await recording;
    expect(() => trail.refuseIfAway()).not.toThrow();
    log.reachable = false;
    expect(() => trail.refuseIfAway()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });

  it.each([...Array(24).keys()])(
    'forgets no record that arrives %i turns of the promise queue after the log has answered',
    async (turns) => {
      const log = new Log();
      const trail = new AuditTrail(log, () => 0);
      const arriveLater = async (): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        trail.follow(entry(2));
      };
      log.answer = () => {
        if (log.batches.length === 1) void arriveLater();
        return Promise.resolve();
      };
      await trail.record(entry(1));
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(log.batches.flat()).toEqual([entry(1), entry(2)]);
    },
  );
});
