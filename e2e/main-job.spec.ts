import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Client, ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { admin, stateDir, svc, svcJson } from './stack';

describe('the main job, on real data', () => {
  let client: Client;
  beforeAll(async () => {
    client = await admin();
  });

  it('certifies a claim that holds, as sound', async () => {
    const departures = await client.getDerivation({ params: { name: 'departures' } });
    expect(departures.certification).toMatchObject({ certified: true });
    expect(departures.newest_run).toMatchObject({ outcome: 'succeeded', verdict: 'sound', rows: 328_521 });
  });

  it('refuses a claim that a confounder reverses, naming the column and the numbers', async () => {
    const { newest_run, certification } = await client.getDerivation({ params: { name: 'older_aircraft' } });
    expect(certification.certified).toBe(false);
    expect(newest_run).toMatchObject({ verdict: 'unsound' });
    expect(newest_run?.reason).toMatch(/controlling for carrier .* from −1\.07 to 2\.19 \(95% 1\.69…2\.68\)/);
  });

  it('answers a metric by month whose every number names its certificate', async () => {
    const answer = await client.queryMetric({ params: { name: 'average_delay' }, body: { grain: 'month' } });
    expect(answer.rows).toHaveLength(12);
    const { certification } = await client.getDerivation({ params: { name: 'departures' } });
    expect(answer.source).toMatchObject({
      derivation: 'departures',
      verdict: 'sound',
      certificate_digest: certification.certificate_digest,
    });
  });

  it('agrees with itself: counts by month add up to the rows of the run', async () => {
    const answer = await client.queryMetric({ params: { name: 'departures' }, body: { grain: 'month' } });
    const total = answer.rows.reduce((sum, [, count]) => sum + z.number().parse(count), 0);
    expect(total).toBe(328_521);
  });

  it('lets no metric stand on the refused claim', async () => {
    const body = {
      name: 'age_delay',
      type: 'simple' as const,
      source: 'older_aircraft',
      measure: { agg: 'average' as const, column: 'arr_delay' },
    };
    await expect(client.putMetric({ params: { name: 'age_delay' }, body })).rejects.toMatchObject({
      code: 'uncertified-source',
    });
  });

  it('gives a certificate that the command verifies without the service, and refuses with a changed digit', async () => {
    const file = path.join(stateDir, 'certificates', 'departures.json');
    const key = path.join(stateDir, 'certificate.key.pub');
    expect(await svc('certificate', 'verify', file, '--public-key', key)).toMatchObject({ code: 0 });
    const changed = readFileSync(file, 'utf8')
      .replace('"rows":328521', '"rows":328522')
      .replace('"rows": 328521', '"rows": 328522');
    const verified = await svcFromStdin(changed, 'certificate', 'verify', '-', '--public-key', key);
    expect(verified).toBe(3);
  });

  it("verifies the certificate against its instance, and calls another derivation's an error", async () => {
    const certificate = await client.getCertificate({ params: { name: 'departures' } });
    const body = z.json().parse(JSON.parse(JSON.stringify(certificate)));
    expect(await client.verifyCertificate({ params: { name: 'departures' }, body })).toMatchObject({
      verified: true,
      outcome: 'matches',
    });
    await expect(client.verifyCertificate({ params: { name: 'older_aircraft' }, body })).rejects.toBeInstanceOf(
      ProblemError,
    );
  });

  it('has recorded every call in a chain that verifies', async () => {
    const state = await client.verifyAudit();
    expect(state).toMatchObject({ state: 'intact' });
    const { items } = await client.listAudit({ query: { action: 'certificate.issued' } });
    expect(items.map((it) => it.target?.name)).toEqual(expect.arrayContaining(['departures', 'older_aircraft']));
  });

  it('runs nothing again when the project is applied a second time', async () => {
    const before = await client.listRuns({ params: { name: 'departures' } });
    const applied = await svc('apply', 'examples/flights');
    expect(applied).toMatchObject({ code: 0 });
    expect((await client.listRuns({ params: { name: 'departures' } })).items).toHaveLength(before.items.length);
  });

  it('answers SQL over datasets and derivations together, and nothing else', async () => {
    const answer = await svcJson(
      z.looseObject({ rows: z.array(z.array(z.json())) }),
      'sql',
      'select count(*) as n from flights',
    );
    expect(answer.rows).toEqual([[336_776]]);
    await expect(client.runSql({ body: { sql: "select * from read_csv('/etc/passwd')" } })).rejects.toMatchObject({
      code: 'invalid-sql',
    });
  });
});

function svcFromStdin(text: string, ...args: string[]): Promise<number> {
  return import('node:child_process').then(
    ({ spawn }) =>
      new Promise((resolve) => {
        const child = spawn(path.resolve(__dirname, '..', 'svc'), args, { stdio: ['pipe', 'ignore', 'ignore'] });
        child.once('close', (code) => {
          resolve(code ?? 1);
        });
        child.stdin.end(text);
      }),
  );
}
