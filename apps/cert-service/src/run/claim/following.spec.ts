import type { Attestation, Claim } from '@svc/contracts';
import { aRun, anAttestation, anIdentity } from '../../../test/builders';
import { answersQuestions, isOfSameRows } from './following';
import type { StoredRun } from '../run';

const CLAIM: Claim = {
  question: 'B is higher',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: { direction: 'B>A' },
};

function judged(verdict: Attestation['verdict']): StoredRun {
  const gate = { name: 'undeclared-units', verdict, statistic: null, threshold: null, n: null, seed: null };
  const detail =
    'user has 40 values; declare "unit": "user" if rows of one user belong together, or "independent_rows": true if not';
  const run = aRun({ attestation: anAttestation({ gates: [{ ...gate, detail }] }) });
  return { ...run, identity: { ...run.identity, claim: CLAIM } };
}

describe('a claim that answers what the newest verdict asked', () => {
  const asked = judged('inconclusive');
  const with_ = (declared: Claim['declared'], over: Partial<Claim> = {}): Claim => ({
    ...CLAIM,
    ...over,
    declared: { ...CLAIM.declared, ...declared },
  });

  it.each<[string, Claim]>([
    ['one answer', with_({ unit: 'user' })],
    ['the other answer', with_({ independent_rows: true })],
    ['an answer under a question worded anew', with_({ unit: 'user' }, { question: 'Is B higher?' })],
  ])('is %s', (_, claim) => {
    expect(answersQuestions(asked, claim)).toBe(true);
  });

  it.each<[string, Claim]>([
    ['nothing new', with_({})],
    ['a value that was not asked about', with_({ unit: 'team' })],
    ['a fact that was not asked about', with_({ unit: 'user', family: 1 })],
    ['a declared fact that changed', with_({ direction: 'A>B', unit: 'user' })],
    ['another column', with_({ unit: 'user' }, { roles: { group: 'side', value: 'weight' } })],
    ['another kind', with_({ unit: 'user' }, { kind: 'effect' })],
    ['a fact taken back', { ...CLAIM, declared: { unit: 'user' } }],
  ])('is not %s', (_, claim) => {
    expect(answersQuestions(asked, claim)).toBe(false);
  });

  it('is none where the gate asked nothing', () => {
    expect(answersQuestions(judged('sound'), with_({ unit: 'user' }))).toBe(false);
  });
});

describe('the rows of two runs', () => {
  it('are the same only by the same code, parameters and inputs', () => {
    const one = anIdentity();
    expect(isOfSameRows(one, anIdentity({ claim: CLAIM }))).toBe(true);
    expect(isOfSameRows(one, anIdentity({ code_hash: `sha256:${'9'.repeat(64)}` }))).toBe(false);
    expect(isOfSameRows(one, anIdentity({ inputs: {} }))).toBe(false);
    expect(isOfSameRows(one, anIdentity({ params: { year: 2014 } }))).toBe(false);
  });
});
