import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SigningKey } from '@svc/audit-chain';
import { certificate } from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { aDerivation, aRun } from '../../test/builders';
import { CertifiedNow } from '../run/input/certified-now';
import { IssueCertificate } from '../run/certificate/issue-certificate';
import { ReadCertificate } from '../certificate/read-certificate';
import type { DerivationStore } from '../definition/derivation.ports';
import type { RecordedCertificate, RunStore } from '../run/run.ports';
import { PrintingThread } from './adapters/printing-thread';
import type { CertificatePage } from './page/certificate-page';
import { composePage } from './page/compose-page';
import { printPage } from './print-page';
import { ReadCertificatePdf } from '../certificate/read-certificate-pdf';

const key = SigningKey.fromSeed(Buffer.alloc(32, 7));
const issuing = new IssueCertificate(
  { name: 'example', key, history: [], trustedKeys: [] },
  { now: () => new Date('2026-03-01T10:00:00Z') },
  { prove: () => Promise.resolve(null) },
);
const run = aRun();

/** Stores that hold one derivation with one run and, or not, its certificate. */
function storesWith(kept: RecordedCertificate | null): { derivations: DerivationStore; runs: RunStore } {
  const no = (): never => {
    throw new Error('not asked here');
  };
  return {
    derivations: {
      find: (name) => Promise.resolve(name === 'departures' ? aDerivation() : null),
      findAll: no,
      inForce: () => Promise.resolve([]),
      page: no,
      accessOf: no,
      save: no,
      share: no,
      delete: no,
      dependents: no,
    },
    runs: {
      find: no,
      newest: () => Promise.resolve(run),
      newestCertified: () => Promise.resolve(run),
      newestOf: () => Promise.resolve(new Map([['departures', run]])),
      certified: no,
      page: no,
      record: no,
      revoke: no,
      revocationOf: no,
      certificate: () => Promise.resolve(kept),
      keepCertificate: no,
    },
  };
}

describe('printing a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'printing-'));
  const signed = issuing.sign(run);
  const page: CertificatePage = composePage(
    certificate.parse(JSON.parse(signed?.text ?? '')),
    signed?.digest ?? '',
    signed?.text ?? '',
  );
  const never = new AbortController().signal;
  const reading = { principal: CALLERS.owner, signal: never };
  let warehouse: Warehouse;
  let thread: PrintingThread;

  beforeAll(async () => {
    warehouse = await openWarehouse(folder);
    thread = new PrintingThread(join(__dirname, 'test/run-print-page.js'), 600_000);
  });
  afterAll(async () => {
    await thread.onApplicationShutdown();
    rmSync(folder, { recursive: true });
  });

  const reader = (kept: RecordedCertificate | null): ReadCertificatePdf => {
    const { derivations, runs } = storesWith(kept);
    return new ReadCertificatePdf(
      new ReadCertificate(derivations, runs, new CertifiedNow(derivations, runs, warehouse), issuing),
      thread,
      warehouse,
      'https://svc.example',
    );
  };

  it('answers with a PDF among the results of the warehouse, for the gateway to stream', async () => {
    const file = await reader(signed).get({ derivation: 'departures', set: 'default', run: undefined }, reading);
    const bytes = await buffer(await warehouse.results.open(file.object));
    expect(file).toMatchObject({
      content_type: 'application/pdf',
      file_name: 'departures.certificate.pdf',
      bytes: bytes.length,
    });
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(bytes.equals(await printPage(page))).toBe(true);
  });

  it('refuses as reading the certificate does: no such derivation, no certificate', async () => {
    await expect(
      reader(signed).get({ derivation: 'arrivals', set: 'default', run: undefined }, reading),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(
      reader(null).get({ derivation: 'departures', set: 'default', run: undefined }, reading),
    ).rejects.toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('no verdict'),
    });
  });

  it('does its work on another thread: the event loop of the service turns meanwhile', async () => {
    let [turns, done] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    turn();
    await Promise.all(Array.from({ length: 5 }, () => thread.print(page, never)));
    done = true;
    // In this thread a page has some thirty places to stop at, and the loop would turn so often at most.
    expect(turns).toBeGreaterThan(1000);
  });

  it('stops when the caller cancels, even midway, and prints again for the next', async () => {
    const caller = new AbortController();
    const asked = thread.print(page, caller.signal);
    setImmediate(() => caller.abort(new Error('the caller left')));
    await expect(asked).rejects.toThrow('the caller left');
    await expect(thread.print(page, caller.signal)).rejects.toThrow('the caller left');
    expect(await thread.print(page, never)).toBeInstanceOf(Uint8Array);
  });

  it('says that it is overloaded instead of queueing for ever', async () => {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => thread.print(page, never)));
    const refused = all.filter((each) => each.status === 'rejected').map((each) => each.reason);
    expect(refused.length).toBeGreaterThan(0);
    for (const each of refused) expect(each).toMatchObject({ code: 'overloaded', facts: { retryAfter: 5 } });
    expect(all.filter((each) => each.status === 'fulfilled').length).toBeGreaterThanOrEqual(32);
  });
});
