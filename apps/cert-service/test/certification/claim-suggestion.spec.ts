import { DuckDBInstance } from '@duckdb/node-api';
import {
  type Claim,
  claimSuggestion,
  type ClaimSuggestion,
  getCertificate,
  getDerivation,
  type Principal,
  putDerivation,
  runDerivation,
  suggestClaim,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { CALLERS } from '@svc/testing';
import { aManifest, anExecution, aTable } from '../builders';
import { type CertHarness, EDITOR, startCert } from '../cert-harness';

const NAME = 'visits';
const OWN_IDEA: Claim = {
  question: 'Is B higher?',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: {},
};

const SEASON = { season: { type: 'string', required: false, default: 'summer' } } as const;

/** The service as composed, with the real oracle, over 600 rows of 60 users; what a user has, each of their rows has. */
describe('a claim that the oracle suggests', () => {
  let harness: CertHarness;
  beforeAll(async () => {
    harness = await startCert({ oracle: 'real' });
    harness.world.execution = anExecution(await rowsOfUsers(harness));
  });
  afterAll(() => harness.stop());

  const as = { principal: EDITOR };

  async function attemptsOf(claim: Claim): Promise<unknown> {
    harness.world.manifests = [aManifest({ name: NAME, claim })];
    const there = await harness.gateway.call(getDerivation, { params: { name: NAME }, query: {} }, as).then(
      ({ etag }) => ({ if_match: etag }),
      () => ({}),
    );
    const body = { files: { 'derivations/departures.py': 'x' } };
    await harness.gateway.call(putDerivation, { params: { name: NAME }, query: {}, body, ...there }, as);
    const { id } = await harness.gateway.call(
      runDerivation,
      { params: { name: NAME }, query: {}, body: { force: true } },
      as,
    );
    await waitForJob(harness.gateway, id, as);
    const run = id.slice(id.indexOf('_') + 1);
    const { certificate } = await harness.gateway.call(getCertificate, { params: { name: NAME }, query: { run } }, as);
    return certificate.oracle.attempts;
  }

  async function suggestion(principal: Principal): Promise<ClaimSuggestion> {
    const { id } = await harness.gateway.call(suggestClaim, { params: { name: NAME }, query: {} }, { principal });
    const { result, error } = await waitForJob(harness.gateway, id, { principal });
    expect(error).toBeNull();
    return claimSuggestion.parse(result);
  }

  it('is read off the stored rows of the newest run, each line with its reason', async () => {
    expect(await attemptsOf(OWN_IDEA)).toBe(1);
    const { newest_run } = await harness.gateway.call(getDerivation, { params: { name: NAME }, query: {} }, as);
    const found = await suggestion(EDITOR);
    expect(found).toMatchObject({
      derivation: NAME,
      run: newest_run?.id,
      data_hash: newest_run?.data_hash,
      claim: { kind: 'comparison', roles: { group: 'side', value: 'height' }, declared: { unit: 'user_id' } },
      sample: null,
    });
    expect(found.lines).toContainEqual({
      pointer: '/declared/unit',
      reason: expect.stringContaining('user_id has 60 values with 10 rows each'),
    });
  });

  it('is no new attempt when it is followed, once, however often that is run', async () => {
    const { claim } = await suggestion(EDITOR);
    expect(await attemptsOf({ ...claim, question: 'Is B higher, by user?' })).toBe(1);
    expect(await attemptsOf({ ...claim, question: 'Is B higher, by user?' })).toBe(1);
  });

  it('excuses no other claim: that is the second attempt', async () => {
    const { claim } = await suggestion(EDITOR);
    expect(await attemptsOf({ ...claim, declared: { ...claim.declared, direction: 'B>A' } })).toBe(2);
  });

  describe('of a named parameter set', () => {
    const ofSet = async (set: string): Promise<{ result: unknown; error: unknown }> => {
      const query = { set };
      const { id } = await harness.gateway.call(suggestClaim, { params: { name: NAME }, query }, as);
      return waitForJob(harness.gateway, id, as);
    };

    it('is read off the rows of that set', async () => {
      harness.world.manifests = [aManifest({ name: NAME, claim: OWN_IDEA, params: SEASON })];
      const { etag } = await harness.gateway.call(getDerivation, { params: { name: NAME }, query: {} }, as);
      const body = { files: { 'derivations/departures.py': 'x' } };
      await harness.gateway.call(putDerivation, { params: { name: NAME }, query: {}, body, if_match: etag }, as);
      const run = { params: { season: 'winter' }, set: 'winter', force: false };
      const { id } = await harness.gateway.call(runDerivation, { params: { name: NAME }, query: {}, body: run }, as);
      await waitForJob(harness.gateway, id, as);
      expect(await ofSet('winter')).toMatchObject({ error: null, result: { run: id.slice(id.indexOf('_') + 1) } });
    });

    it('says what to do where the set has never run', async () => {
      const { error } = await ofSet('autumn');
      expect(error).toMatchObject({
        code: 'not-found',
        detail: expect.stringContaining(
          `Run it first, with or without a claim: svc derivation run ${NAME}@autumn --param`,
        ),
      });
    });
  });

  it('does not exist for callers who do not see the derivation', async () => {
    await expect(
      harness.gateway.call(suggestClaim, { params: { name: 'nobodys' }, query: {} }, { principal: CALLERS.stranger }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

async function rowsOfUsers(harness: CertHarness): Promise<ReturnType<typeof aTable>> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const staged = await harness.warehouse.stage();
  await connection.run(
    `COPY (SELECT i // 10 AS user_id, CASE WHEN i // 10 % 2 = 0 THEN 'A' ELSE 'B' END AS side, 3 * sin((i // 10) * 12.9898) + sin(i * 78.233) AS height FROM range(600) t(i)) TO '${staged.path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  const { object, bytes } = await harness.warehouse.adopt(staged);
  return aTable({
    object,
    bytes,
    rows: 600,
    columns: [
      { name: 'user_id', type: 'integer' },
      { name: 'side', type: 'string' },
      { name: 'height', type: 'number' },
    ],
  });
}
