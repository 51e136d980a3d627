import { Readable } from 'node:stream';
import { type Client, createClient, ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { admin, stackStatus } from './stack';

const PASSWORD = 'correct horse battery staple';

const source = `
from svc import Contract, Dataset, derivation

@derivation(
    inputs={"pay": Dataset("team_pay")},
    contract=Contract(fields=[{"name": "amount", "type": "integer", "constraints": {"required": True}}], table={"rowCount": {"min": 1}}),
)
def team_payroll(ctx):
    """Every payment has an amount."""
    return ctx.sql("select team, amount from pay")
`;

/** Signs somebody in as a browser does, and has them make a token for their programs. */
async function clientOf(login: string): Promise<{ readonly client: Client; readonly cookie: string }> {
  const { gateway } = await stackStatus();
  const page = { origin: gateway, 'content-type': 'application/json' };
  const begun = await fetch(`${gateway}/api/session`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ login, password: PASSWORD }),
  });
  const cookie = (begun.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const made = await fetch(`${gateway}/api/tokens`, {
    method: 'POST',
    headers: { ...page, cookie },
    body: JSON.stringify({ name: 'e2e', role: login === 'bob' ? 'viewer' : 'editor' }),
  });
  const { secret, owner } = z.object({ secret: z.string(), owner: z.string() }).parse(await made.json());
  expect(owner).toBe(`user:${login}`);
  return { client: createClient({ baseUrl: gateway, token: secret }), cookie };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'was accepted',
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  );
}

describe('people of one project', () => {
  let root: Client;
  let ada: Client;
  let bob: Client;
  let cookie: string;

  beforeAll(async () => {
    root = await admin();
    for (const [login, role, group] of [
      ['ada', 'editor', 'red'],
      ['bob', 'viewer', 'blue'],
    ] as const) {
      await root.createUser({ body: { login, name: login, role, groups: [group], password: PASSWORD } });
    }
    ({ client: ada, cookie } = await clientOf('ada'));
    ({ client: bob } = await clientOf('bob'));
    await ada.registerDataset({
      body: { name: 'team_pay' },
      file: { file_name: 'pay.csv', stream: Readable.from([Buffer.from('team,amount\na,10\nb,20\n')]) },
    });
    await ada.putDerivation({
      params: { name: 'team_payroll' },
      query: { visibility: 'groups', groups: 'red' },
      body: { files: { 'derivations/pay.py': source } },
    });
    const job = await ada.waitForJob((await ada.runDerivation({ params: { name: 'team_payroll' }, body: {} })).id);
    expect(job).toMatchObject({ state: 'succeeded', result: { verdict: 'sound' } });
    await ada.putMetric({
      params: { name: 'team_total' },
      query: { visibility: 'project' },
      body: {
        name: 'team_total',
        type: 'simple',
        source: 'team_payroll',
        measure: { agg: 'sum', column: 'amount' },
        dimensions: ['team'],
      },
    });
  });

  it('see nothing of what is not theirs to see, by no way to it', async () => {
    const name = { params: { name: 'team_payroll' } };
    const ways: Record<string, Promise<unknown>> = {
      detail: bob.getDerivation(name),
      rows: bob.getRows(name),
      runs: bob.listRuns(name),
      certificate: bob.getCertificate(name),
      access: bob.getDerivationAccess(name),
      sql: bob.runSql({ body: { sql: 'select * from team_payroll' } }),
      quoted: bob.runSql({ body: { sql: 'select count(*) from "TEAM_PAYROLL"' } }),
      dataset: bob.getDataset({ params: { name: 'team_pay' } }),
      preview: bob.previewDataset({ params: { name: 'team_pay' } }),
      datasetSql: bob.runSql({ body: { sql: 'from team_pay' } }),
    };
    const codes = await Promise.all(
      Object.entries(ways).map(async ([way, work]) => [way, await refusal(work)] as const),
    );
    expect(codes.filter(([, code]) => code !== 'not-found')).toEqual([]);
    expect((await bob.listDerivations()).items.map((it) => it.name)).not.toContain('team_payroll');
    expect((await bob.listDatasets()).items.map((it) => it.name)).not.toContain('team_pay');
  });

  it('reach no rows through a metric that stands on what they may not see', async () => {
    expect(await bob.getMetric({ params: { name: 'team_total' } })).toMatchObject({ name: 'team_total' });
    expect(await refusal(bob.queryMetric({ params: { name: 'team_total' }, body: {} }))).not.toBe('was accepted');
    expect(await ada.queryMetric({ params: { name: 'team_total' }, body: {} })).toMatchObject({ rows: [[30]] });
    expect(await refusal(bob.runSql({ body: { sql: 'select sum(amount) from team_payroll' } }))).toBe('not-found');
  });

  it('see it once it is shared with a group of theirs, and why is told to whoever may ask', async () => {
    const { etag } = await ada.getDerivationAccess({ params: { name: 'team_payroll' } });
    expect(
      await refusal(
        bob.shareDerivation({ params: { name: 'team_payroll' }, body: { visibility: 'project' }, if_match: etag }),
      ),
    ).toBe('forbidden');
    await ada.shareDerivation({
      params: { name: 'team_payroll' },
      body: { visibility: 'groups', groups: ['red', 'blue'] },
      if_match: etag,
    });
    expect(await bob.queryMetric({ params: { name: 'team_total' }, body: {} })).toMatchObject({ rows: [[30]] });
    const review = await ada.reviewAccess({ params: { kind: 'derivation', name: 'team_payroll' } });
    expect(review.seen_by).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ principal: 'user:ada', because: 'owner' }),
        expect.objectContaining({ principal: 'user:bob', because: 'group', group: 'blue' }),
      ]),
    );
  });

  it('know what they use, and that a job of theirs is theirs alone', async () => {
    expect(await ada.getUsage()).toMatchObject({ storage_bytes: { used: expect.any(Number) }, jobs: { used: 0 } });
    const job = await ada.runDerivation({ params: { name: 'team_payroll' }, body: {} });
    expect(await refusal(bob.getJob({ params: { id: job.id } }))).toBe('not-found');
    await ada.waitForJob(job.id);
  });

  it('are stopped at once, and everything of theirs, when they are disabled', async () => {
    const { gateway } = await stackStatus();
    const user = await root.getUser({ params: { login: 'ada' } });
    await root.updateUser({
      params: { login: 'ada' },
      body: { name: user.name, email: user.email, role: user.role, groups: user.groups, disabled: true },
      if_match: user.etag,
    });
    expect(await refusal(ada.listDatasets())).toBe('unauthenticated');
    expect((await fetch(`${gateway}/api/me`, { headers: { cookie } })).status).toBe(401);
    expect(await root.getDataset({ params: { name: 'team_pay' } })).toMatchObject({ owner: 'user:ada' });
  });

  it('are in the users export, and who was given what is in the audit log in words', async () => {
    const document = await root.exportUsers();
    expect('users' in document ? document.users.map((it) => [it.login, it.disabled]) : []).toEqual(
      expect.arrayContaining([
        ['ada', true],
        ['bob', false],
      ]),
    );
    const { items } = await root.listAudit({ query: { limit: 500 } });
    const of = (action: string) => items.filter((it) => it.action === action);
    expect(of('derivation.share').map((it) => it.detail['groups'])).toContain('red,blue');
    expect(of('user.update').at(0)).toMatchObject({ target: { name: 'ada' }, detail: { disabled: true } });
    expect(of('user.export').length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toContain(PASSWORD);
  });
});
