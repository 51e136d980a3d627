import { randomUUID } from 'node:crypto';
import {
  api,
  checkDerivation,
  suggestClaim,
  deleteDerivation,
  exportDerivation,
  type Endpoint,
  getCertificate,
  getCertificatePdf,
  getDerivation,
  getDerivationAccess,
  getRows,
  getRunPictures,
  issueCertificate,
  listDerivations,
  listRuns,
  maySee,
  nouns,
  type ObjectAccess,
  type Principal,
  ProblemError,
  putDerivation,
  revokeDerivation,
  runDerivation,
  shareDerivation,
  takeOverDerivation,
  verifyCertificate,
  type Visibility,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { CALLERS, lifeEndpoints } from '@svc/testing';
import { aManifest } from '../builders';
import { type CertHarness, startCert } from '../cert-harness';

const OBJECTS: Readonly<Record<string, ObjectAccess>> = {
  classified: { owner: CALLERS.owner.id, visibility: 'private', groups: [] },
  teamwork: { owner: CALLERS.owner.id, visibility: 'groups', groups: ['red'] },
  commons: { owner: CALLERS.owner.id, visibility: 'project', groups: [] },
};
const UNUSED = 'zyxwvutsr';
const files = { 'derivations/departures.py': 'x' };

let harness: CertHarness;
let certificate: unknown;
const call = <T>(work: (gateway: CertHarness['gateway']) => Promise<T>): Promise<T> => work(harness.gateway);
const params = (name: string) => ({ params: { name }, query: {} });

/** What an endpoint of derivations and certificates has to do with one: it asks about it, lists it among others, or neither. */
type Row =
  | { readonly about: (name: string, as: { principal: Principal }) => Promise<unknown> }
  | { readonly lists: (as: { principal: Principal }) => Promise<readonly string[]> }
  | 'names none';

/** Every endpoint has a row: one without fails the first test. Writes leave out If-Match, so that they change nothing. */
const ROWS: Readonly<Record<string, Row>> = {
  describeDerivations: 'names none',
  getPublicKey: 'names none',
  listDerivations: {
    lists: async (as) =>
      (await call((it) => it.call(listDerivations, { params: {}, query: {} }, as))).items.map((it) => it.name),
  },
  getDerivation: { about: (name, as) => call((it) => it.call(getDerivation, params(name), as)) },
  // A name that is not taken would be; so it is asked as a change of what somebody believes to be there.
  putDerivation: {
    about: (name, as) =>
      call((it) =>
        it.call(putDerivation, { ...params(name), body: { files }, if_match: `sha256:${'0'.repeat(64)}` }, as),
      ),
  },
  deleteDerivation: { about: (name, as) => call((it) => it.call(deleteDerivation, params(name), as)) },
  runDerivation: { about: (name, as) => call((it) => it.call(runDerivation, { ...params(name), body: {} }, as)) },
  checkDerivation: { about: (name, as) => call((it) => it.call(checkDerivation, { ...params(name), body: {} }, as)) },
  suggestClaim: { about: (name, as) => call((it) => it.call(suggestClaim, params(name), as)) },
  listRuns: { about: (name, as) => call((it) => it.call(listRuns, params(name), as)) },
  getRunPictures: {
    about: (name, as) =>
      call((it) =>
        it.exchange(getRunPictures, { params: { name, run: '00000000-0000-4000-8000-000000000000' }, query: {} }, as),
      ),
  },
  exportDerivation: { about: (name, as) => call((it) => it.call(exportDerivation, params(name), as)) },
  getRows: { about: (name, as) => call((it) => it.call(getRows, params(name), as)) },
  revokeDerivation: {
    about: (name, as) => call((it) => it.call(revokeDerivation, { ...params(name), body: { reason: 'wrong' } }, as)),
  },
  takeOverDerivation: { about: (name, as) => call((it) => it.call(takeOverDerivation, params(name), as)) },
  getCertificate: { about: (name, as) => call((it) => it.call(getCertificate, params(name), as)) },
  getCertificatePdf: { about: (name, as) => call((it) => it.exchange(getCertificatePdf, params(name), as)) },
  issueCertificate: { about: (name, as) => call((it) => it.call(issueCertificate, params(name), as)) },
  verifyCertificate: {
    about: (name, as) =>
      call((it) => it.call(verifyCertificate, { ...params(name), body: JSON.parse(JSON.stringify(certificate)) }, as)),
  },
  getDerivationAccess: { about: (name, as) => call((it) => it.call(getDerivationAccess, params(name), as)) },
  shareDerivation: {
    about: (name, as) =>
      call((it) => it.call(shareDerivation, { ...params(name), body: { visibility: 'project' } }, as)),
  },
};

/** What comes back, without the name that was asked for and the id of the trace. */
async function outcome(
  name: string,
  work: Promise<unknown>,
): Promise<{ readonly text: string; readonly code: string }> {
  const [answer, code] = await work.then(
    (it) => [it, 'answered'] as const,
    (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { trace_id: _, ...problem } = error.toProblem();
      return [problem, error.code] as const;
    },
  );
  return { text: JSON.stringify(answer).replaceAll(name, 'NAME'), code };
}

/** Whoever may read the log, an admin, sees every object. */
const auditing = new Set<Endpoint>(
  nouns.flatMap((it) => (it.name === 'audit' ? Object.values<Endpoint>(it.endpoints) : [])),
);

const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(api).filter(([, it]: [string, Endpoint]) => it.subject.startsWith('svc.cert.') && !auditing.has(it)),
);

function mayCall(endpoint: string, who: Principal): boolean {
  const access = endpoints[endpoint]?.access;
  return typeof access !== 'object' || who.scopes.includes(access.scope);
}

beforeAll(async () => {
  harness = await startCert();
  harness.world.manifests = [...Object.keys(OBJECTS), UNUSED].map((name) => aManifest({ name }));
  const owner = { principal: CALLERS.owner };
  for (const [name, { visibility, groups }] of Object.entries(OBJECTS)) {
    await harness.gateway.call(putDerivation, { ...params(name), body: { files } }, owner);
    await waitForJob(
      harness.gateway,
      (await harness.gateway.call(runDerivation, { ...params(name), body: {} }, owner)).id,
      owner,
    );
    const { etag } = await harness.gateway.call(getDerivationAccess, params(name), owner);
    await harness.gateway.call(
      shareDerivation,
      { ...params(name), body: { visibility, groups: [...groups] }, if_match: etag },
      owner,
    );
  }
  certificate = await harness.gateway.call(getCertificate, params('commons'), owner);
});
afterAll(() => harness.stop());

describe('every way to a derivation', () => {
  it('is in the table above, unless the conformance suite of named objects asks it', () => {
    const conforming = lifeEndpoints();
    const missing = Object.entries(endpoints).filter(([name, it]) => !(name in ROWS) && !conforming.has(it));
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(Object.keys(ROWS).filter((name) => !(name in endpoints))).toEqual([]);
  });

  const cells = Object.entries(ROWS).flatMap(([endpoint, row]) =>
    row === 'names none' ? [] : Object.keys(CALLERS).map((who) => [endpoint, who] as const),
  );
  it.each(cells)(
    '%s: to the %s, what they may not see is answered as a name that was never used, and what they see is not',
    async (endpoint, caller) => {
      const row = ROWS[endpoint];
      const principal = Object.entries(CALLERS).find(([name]) => name === caller)?.[1] ?? CALLERS.viewer;
      if (row === undefined || row === 'names none') throw new Error(`no row of ${endpoint}`);
      if ('lists' in row) {
        const seen = Object.entries(OBJECTS)
          .filter(([, access]) => maySee(access, principal))
          .map(([name]) => name);
        expect(await row.lists({ principal })).toEqual(seen.toSorted());
        return;
      }
      const never = await outcome(UNUSED, row.about(UNUSED, { principal }));
      for (const [name, access] of Object.entries(OBJECTS)) {
        const found = await outcome(name, row.about(name, { principal }));
        if (!mayCall(endpoint, principal)) expect(found).toEqual({ code: 'forbidden', text: never.text });
        else if (maySee(access, principal)) expect(found.text).not.toEqual(never.text);
        else expect(found).toEqual(never);
      }
    },
  );

  it('leads to 404 for what is hidden, but for a change of it', async () => {
    const as = { principal: CALLERS.stranger };
    for (const [endpoint, row] of Object.entries(ROWS)) {
      if (row === 'names none' || 'lists' in row || !mayCall(endpoint, as.principal)) continue;
      expect([endpoint, (await outcome('classified', row.about('classified', as))).code]).toEqual([
        endpoint,
        endpoint === 'putDerivation' ? 'precondition-failed' : 'not-found',
      ]);
    }
  });
});

describe('a name that somebody has hidden', () => {
  it('is taken, and nothing more is said', async () => {
    const put = harness.gateway.call(
      putDerivation,
      { ...params('classified'), body: { files } },
      { principal: CALLERS.stranger },
    );
    await expect(put).rejects.toMatchObject({
      code: 'conflict',
      detail: 'The name "classified" is taken; choose another.',
      facts: {},
    });
  });

  it('stays taken when it is deleted: its runs are kept, and are not for the next who comes', async () => {
    const [owner, stranger] = [{ principal: CALLERS.owner }, { principal: CALLERS.stranger }];
    const name = `gone_${randomUUID().replaceAll('-', '')}`;
    harness.world.manifests = [aManifest({ name })];
    await harness.gateway.call(putDerivation, { ...params(name), body: { files } }, owner);
    await share(name, 'private');
    await harness.gateway.call(deleteDerivation, { ...params(name), if_match: '*' }, owner);
    await expect(
      harness.gateway.call(putDerivation, { ...params(name), body: { files } }, stranger),
    ).rejects.toMatchObject({ code: 'conflict' });
    await harness.gateway.call(putDerivation, { ...params(name), body: { files } }, { principal: CALLERS.admin });
    expect(await harness.gateway.call(getDerivationAccess, params(name), owner)).toMatchObject({
      owner: CALLERS.owner.id,
      visibility: 'private',
    });
  });
});

async function share(name: string, visibility: Visibility): Promise<void> {
  await harness.gateway.call(
    shareDerivation,
    { ...params(name), body: { visibility }, if_match: '*' },
    { principal: CALLERS.owner },
  );
}
