import { claimHash, derivationVersion, type RunIdentity, whatChanged } from '../definition/derivation-version';
import { aRun, anIdentity } from '../../test/builders';
import { questionFamily, questionLine, standing } from './run';

const inForce = { code_hash: anIdentity().code_hash, claim: anIdentity().claim, contract: null };

describe('certified now', () => {
  it('means the newest run of the code and claim in force is sound', () => {
    expect(standing(aRun(), inForce)).toMatchObject({ certified: true });
  });

  it.each([
    ['nothing has run', null, inForce, /never run/],
    ['there is no claim', aRun(), { ...inForce, claim: null }, /declares no claim/],
    ['the code has changed since', aRun(), { ...inForce, code_hash: `sha256:${'9'.repeat(64)}` }, /code has changed/],
    [
      'the claim has changed since',
      aRun(),
      { ...inForce, claim: { question: 'Other?', kind: 'table', roles: {}, declared: {} } },
      /claim has changed/,
    ],
    [
      'the newest verdict is unsound',
      aRun({ verdict: 'unsound', reason: 'carrier explains it' }),
      inForce,
      /unsound: carrier explains it/,
    ],
    ['the newest verdict is inconclusive', aRun({ verdict: 'inconclusive' }), inForce, /inconclusive/],
    ['the newest run failed', aRun({ outcome: 'failed', verdict: null }), inForce, /failed/],
    [
      'somebody revoked it',
      aRun({ revoked: { reason: 'wrong feed', by: 'ann', at: '2026-01-01T00:00:00Z' } }),
      inForce,
      /revoked by ann at 2026-01-01T00:00:00Z: wrong feed/,
    ],
  ])('is withheld when %s', (_, run, declared, reason) => {
    const now = standing(run, declared);
    expect(now.certified).toBe(false);
    expect(now.reason).toMatch(reason);
  });
});

describe('the version of a derivation', () => {
  const base = anIdentity();

  it.each<[string, Partial<RunIdentity>]>([
    ['code', { code_hash: `sha256:${'9'.repeat(64)}` }],
    ['parameters', { params: { year: 2014 } }],
    ['input data', { inputs: { flights: `sha256:${'8'.repeat(64)}` } }],
    ['environment', { environment: `sha256:${'7'.repeat(64)}` }],
  ])('moves with its %s', (_, change) => {
    expect(derivationVersion({ ...base, ...change })).not.toBe(derivationVersion(base));
  });

  it('does not move with the claim, which has a hash of its own', () => {
    const other: RunIdentity = { ...base, claim: { question: 'Other?', kind: 'table', roles: {}, declared: {} } };
    expect(derivationVersion(other)).toBe(derivationVersion(base));
    expect(claimHash(other)).not.toBe(claimHash(base));
  });

  it('is the same whatever order parameters and inputs are named in', () => {
    const one = { ...base, params: { a: 1, b: 2 } };
    const two = { ...base, params: { b: 2, a: 1 } };
    expect(derivationVersion(one)).toBe(derivationVersion(two));
  });
});

describe('what changed', () => {
  it('is nothing for the first run', () => {
    expect(whatChanged(null, anIdentity())).toEqual([]);
  });

  it('names each thing that moved, data first', () => {
    const before = anIdentity();
    const after: RunIdentity = {
      ...before,
      code_hash: `sha256:${'9'.repeat(64)}`,
      inputs: { flights: `sha256:${'8'.repeat(64)}` },
      params: { n: 1 },
      environment: null,
      claim: { question: 'Other?', kind: 'table', roles: {}, declared: {} },
    };
    expect(whatChanged(before, after)).toEqual(['data', 'code', 'parameters', 'claim', 'environment']);
  });
});

describe('a question family', () => {
  it('joins claims of one kind about one outcome over the same inputs, whatever the question is called', () => {
    const one = anIdentity();
    const claim = one.claim ?? { question: '', kind: '', roles: {}, declared: {} };
    const two: RunIdentity = {
      ...one,
      code_hash: `sha256:${'9'.repeat(64)}`,
      claim: { ...claim, question: 'Asked differently?', roles: { ...claim.roles, group: 'other_column' } },
    };
    expect(questionFamily(two, 'user:ada')).toEqual(questionFamily(one, 'user:ada'));
  });

  it('is the declared one when the author declares it', () => {
    const one = anIdentity();
    const claim = one.claim ?? { question: '', kind: '', roles: {}, declared: {} };
    expect(
      questionFamily({ ...one, claim: { ...claim, declared: { family: ['dep_delay', 'arr_delay'] } } }, 'user:ada')
        .family,
    ).toBe('"arr_delay","dep_delay"');
  });

  it('is another one over other data', () => {
    const one = anIdentity();
    expect(questionFamily({ ...one, inputs: { flights: `sha256:${'8'.repeat(64)}` } }, 'user:ada')).not.toEqual(
      questionFamily(one, 'user:ada'),
    );
  });

  it('is each tenant’s own: attempts of one do not spend the other’s', () => {
    const one = anIdentity();
    expect(questionFamily(one, 'user:bob')).not.toEqual(questionFamily(one, 'user:ada'));
  });

  it('is the same when only the name of an input changes', () => {
    const one = anIdentity();
    const renamed = Object.fromEntries(Object.entries(one.inputs).map(([name, hash]) => [`${name}_again`, hash]));
    expect(questionFamily({ ...one, inputs: renamed }, 'user:ada')).toEqual(questionFamily(one, 'user:ada'));
  });
});

describe('a line of questioning', () => {
  const asking = (kind: string, value: string): RunIdentity => ({
    ...anIdentity(),
    claim: { question: 'Is B higher?', kind, roles: { group: 'side', value }, declared: {} },
  });

  it('has no names of columns in it, and kinds that ask for a difference are one', () => {
    expect(questionLine(asking('comparison', 'height'), 'user:ada')).toEqual(
      questionLine(asking('experiment', 'stature'), 'user:ada'),
    );
    expect(questionLine(asking('level', 'height'), 'user:ada')).not.toEqual(
      questionLine(asking('comparison', 'height'), 'user:ada'),
    );
  });
});
