import { randomUUID } from 'node:crypto';
import { appendAudit, type AuditEntry, listAudit, verifyAudit } from '@svc/contracts';
import { admin, get, harness, put, run } from '../departures';

beforeAll(async () => {
  await put();
  await run();
});

describe('the audit log', () => {
  const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
    id: randomUUID(),
    at: new Date().toISOString(),
    actor: 'token:editor',
    action: 'metric.query',
    method: 'POST',
    route: '/api/metrics/{name}/query',
    target: { type: 'metric', name: 'delay' },
    outcome: 'ok',
    status: 200,
    duration_us: 1200,
    trace_id: 'a'.repeat(32),
    detail: {},
    ...over,
  });
  const service = {
    principal: { id: 'service:gateway', kind: 'service' as const, role: 'viewer' as const, scopes: [], groups: [] },
  };

  it('writes an entry once, however often it is sent', async () => {
    const one = entry();
    const first = await harness.gateway.call(appendAudit, { entries: [one] }, service);
    const again = await harness.gateway.call(appendAudit, { entries: [one, entry()] }, service);
    expect(first.appended).toBe(1);
    expect(again.appended).toBe(1);
  });

  it('holds the digest of every certificate that was issued', async () => {
    const { certification } = await get();
    const found = await harness.gateway.call(
      listAudit,
      { params: {}, query: { action: 'certificate.issued', target: 'departures' } },
      admin,
    );
    expect(found.items.map((it) => it.detail['digest'])).toContain(certification.certificate_digest);
  });

  it('verifies as a whole', async () => {
    const state = await harness.gateway.call(verifyAudit, { params: {}, query: {} }, admin);
    expect(state).toMatchObject({ state: 'intact', head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(state).toMatchObject({ anchors: [], detail: expect.stringContaining('Checkpoints are anchored nowhere') });
    expect(state.records).toBeGreaterThan(1);
  });

  it('continues under another replica when the writer dies, without a fork', async () => {
    const second = await harness.replica();
    await harness.cert.stop();
    const appended = await harness.gateway.call(appendAudit, { entries: [entry()] }, service, { retry: true });
    expect(appended.appended).toBe(1);
    expect(await harness.gateway.call(verifyAudit, { params: {}, query: {} }, admin)).toMatchObject({
      state: 'intact',
    });
    await second.stop();
  });
});
