import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter, readRecords } from '@svc/audit-chain';
import { auditEntry } from '@svc/contracts';
import fc from 'fast-check';
import { numbered } from '../../test/audit/audit-entries';

/** Any 16-bit units, halves of surrogate pairs too. */
const units = (longest: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: longest }).map((codes) => String.fromCharCode(...codes));
const scalar = fc.oneof(units(200), fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const time = fc.oneof(
  fc.constantFrom(
    '2026-02-29T00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+01:00',
    '2024-02-29T23:59:59.123456789Z',
    '2026-01-01T00:00:00.1234567890Z',
  ),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((it) => it.toISOString()),
);
const candidate = fc.record({
  id: fc.constant('').map(() => randomUUID()),
  at: time,
  actor: units(200),
  action: units(100),
  method: units(10),
  route: units(200),
  target: fc.option(fc.record({ type: units(50), name: units(200) })),
  outcome: fc.constantFrom('ok', 'refused', 'error'),
  status: fc.oneof(fc.integer({ min: -1, max: 600 }), fc.constant(2 ** 53)),
  duration_us: fc.oneof(fc.nat(), fc.constant(-1), fc.constant(1.5)),
  trace_id: units(64),
  detail: fc.dictionary(units(50), scalar, { maxKeys: 34 }),
});

describe('what the contract takes as an entry', () => {
  let directory: string;
  let writer: AuditLogWriter;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'svc-entry-'));
    writer = await AuditLogWriter.open(directory, { now: () => new Date() });
  });
  afterAll(async () => {
    await writer.close();
    rmSync(directory, { recursive: true });
  });

  it('fit the log, so that one odd entry never delays its batch', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(candidate, { minLength: 1, maxLength: 5 }), async (candidates) => {
        const entries = candidates.map((it) => auditEntry.safeParse(it)).flatMap((it) => (it.success ? [it.data] : []));
        taken += entries.length;
        expect(await writer.append(entries)).toHaveLength(entries.length);
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it('is read back as it was written', async () => {
    const entry = auditEntry.parse(
      numbered(1, { actor: 'Ωλ🙂', detail: { 'a b': 'c"\\\n', n: 1e21, flag: true, none: null } }),
    );
    await writer.append([entry]);
    for await (const record of readRecords(directory, { limit: 1 })) expect(record).toMatchObject(entry);
    expect.assertions(1);
  });
});
