import { CLAIM_KINDS } from './claim';
import { claimKinds } from './claim-kinds';
import { DECLARED_FACTS } from './declared-facts';
import { neededColumns } from './needed-columns';
import { stated } from './vocabulary';
import { parseClaim } from './parse-claim';

const COLUMNS = ['group', 'revenue', 'hour', 'user', 'variant'];
const GOOD = {
  question: 'B is higher',
  kind: 'comparison',
  roles: { group: 'group', value: 'revenue' },
  declared: { unit: 'user' },
};

function problemsOf(json: unknown, columns: Parameters<typeof parseClaim>[1] = COLUMNS): string[] {
  const parsed = parseClaim(json, columns);
  return parsed.ok ? [] : parsed.problems.map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('parseClaim', () => {
  it('reads a good claim', () => {
    expect(parseClaim(GOOD, COLUMNS)).toEqual({ ok: true, claim: GOOD });
  });

  it('accepts other names of a role and keeps the kind’s own', () => {
    expect(parseClaim({ ...GOOD, roles: { variant: 'group', metric: 'revenue' } }, COLUMNS)).toMatchObject({
      ok: true,
      claim: { roles: { group: 'group', value: 'revenue' } },
    });
  });

  it.each([
    ['an unknown kind', { ...GOOD, kind: 'comparisom' }, '/kind', 'did you mean "comparison"?'],
    [
      'an unknown role',
      { ...GOOD, roles: { group: 'group', valeu: 'revenue' } },
      '/roles/valeu',
      'did you mean "value"?',
    ],
    [
      'a fact given as a role',
      { ...GOOD, roles: { ...GOOD.roles, cluster: 'hour' } },
      '/roles/cluster',
      'put it under declared',
    ],
    [
      'a missing column',
      { ...GOOD, roles: { group: 'group', value: 'revenu' } },
      '/roles/value',
      'did you mean "revenue"?',
    ],
    [
      'an unknown fact',
      { ...GOOD, declared: { pretreatment: ['hour'] } },
      '/declared/pretreatment',
      'did you mean "pre_treatment"?',
    ],
    [
      'a declared column that is missing',
      { ...GOOD, declared: { pre_treatment: ['hour', 'huor'] } },
      '/declared/pre_treatment/1',
      'did you mean "hour"?',
    ],
    ['an unknown part', { ...GOOD, qestion: 'x' }, '/qestion', 'did you mean "question"?'],
    ['a missing role', { ...GOOD, roles: { group: 'group' } }, '/roles', 'needs the role "value"'],
    [
      'a split that is no split',
      {
        ...GOOD,
        kind: 'experiment',
        roles: { variant: 'variant', metric: 'revenue' },
        declared: { intended_split: [0.5, -1] },
      },
      '/declared/intended_split',
      'positive share',
    ],
    ['a count that is no count', { ...GOOD, declared: { looks: 1.5 } }, '/declared/looks', 'whole number'],
    ['an empty question', { ...GOOD, question: ' ' }, '/question', 'must state what is claimed'],
    [
      'a level without a threshold',
      { question: 'q', kind: 'level', roles: { value: 'revenue' } },
      '/roles',
      'needs threshold or declared.threshold',
    ],
    ['an equivalence without a margin', { ...GOOD, kind: 'equivalence' }, '/declared', 'declared.margin'],
    [
      'a margin that is not positive',
      { ...GOOD, kind: 'equivalence', declared: { margin: 0 } },
      '/declared/margin',
      'greater than zero',
    ],
    ['a claim that is no object', 'x', '', 'a claim must be an object'],
  ])('refuses %s, saying where and what to do', (_what, json, pointer, words) => {
    const found = problemsOf(json);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^${pointer} .*`))]));
    expect(found.join('\n')).toContain(words);
  });

  it('reports every problem at once', () => {
    expect(
      problemsOf({
        ...GOOD,
        kind: 'experiment',
        roles: { varaint: 'variant', metrik: 'revenue' },
        declared: { lokos: 2 },
      }).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it('refuses text where numbers are needed when it knows the types', () => {
    const typed = [
      { name: 'group', type: 'string' as const },
      { name: 'revenue', type: 'string' as const },
      { name: 'user', type: 'number' as const },
    ];
    expect(problemsOf(GOOD, typed).join()).toContain('"revenue" holds text');
  });

  it('takes a number as a threshold role', () => {
    expect(
      parseClaim({ question: 'greater than zero', kind: 'level', roles: { value: 'revenue', threshold: 0 } }, COLUMNS),
    ).toMatchObject({ ok: true, claim: { roles: { threshold: 0 } } });
  });

  it('takes null as absent', () => {
    expect(parseClaim({ ...GOOD, declared: { unit: null } }, COLUMNS)).toMatchObject({
      ok: true,
      claim: { declared: {} },
    });
  });

  it('describes every kind with an example that parses', () => {
    for (const kind of CLAIM_KINDS) {
      const { example } = claimKinds[kind];
      const columns = new Set<string>(
        [...Object.values(example.roles), ...Object.values(example.declared)]
          .flat()
          .filter((item): item is string => typeof item === 'string'),
      );
      expect(problemsOf({ kind, ...example }, [...columns])).toEqual([]);
    }
  });

  it.each([
    ['stopping', 'fixd', 'did you mean "fixed"'],
    ['population', 'those we like', 'must begin with one of all, random_sample, selected'],
    ['assignment', 'randomly chosn', ''],
    ['design', 'a randomised trial', 'must begin with one of observational, randomised'],
    ['unit', 'usr', 'did you mean "user"'],
    ['direction', 'upwards', 'one of up, increase'],
    ['independent_rows', 'yes', 'must be true or false'],
    ['better', 'highr', 'did you mean "higher"'],
  ])('refuses a value of %s that is no word of it: %s', (name, value, message) => {
    const problems = problemsOf({ ...GOOD, declared: { [name]: value } });
    if (message === '') expect(problems).toEqual([]);
    else expect(JSON.stringify(problems)).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('takes the first word of a fact, and the rest as a note that is no evidence', () => {
    expect(stated('assignment', 'randomised within before < -0.6')?.term).toBe('randomised');
    expect(stated('assignment', 'by staff, not randomised')).toBeNull();
    expect(stated('population', 'open today')?.term).toBe('selected');
    expect(stated('population', 'a sample of funds still open')?.term).toBe('selected');
    expect(stated('stopping', 'first p < 0.05')?.term).toBe('optional');
  });

  it('refuses non-inferiority that does not say which way is the good one', () => {
    const claim = { question: 'no worse', kind: 'noninferiority', roles: { group: 'group', value: 'revenue' } };
    expect(problemsOf({ ...claim, declared: { margin: 1 } })).toHaveLength(1);
    expect(problemsOf({ ...claim, declared: { margin: 1, better: 'lower' } })).toEqual([]);
  });

  it('knows every fact of the design', () => {
    for (const fact of [
      'design',
      'assignment',
      'unit',
      'claim_unit',
      'cluster',
      'direction',
      'threshold',
      'pre_treatment',
      'post_treatment',
      'negative_controls',
      'intended_split',
      'planned_rows',
      'looks',
      'stopping',
      'family',
      'attempts_on_this_data',
      'units_started',
      'population',
      'prediction_time',
      'feature_times',
      'encoding_source',
      'raw_category',
      'treatment_start',
      'goal_metric',
    ]) {
      expect(DECLARED_FACTS).toContain(fact);
    }
  });
});

describe('neededColumns', () => {
  it('names what the claim mentions, and candidates for segments, in table order', () => {
    const parsed = parseClaim({ ...GOOD, declared: { unit: 'user', pre_treatment: ['hour'] } }, COLUMNS);
    expect(parsed.ok && neededColumns(parsed.claim, COLUMNS)).toEqual(COLUMNS);
  });

  it('keeps every named column of a very wide table', () => {
    const wide = [...Array.from({ length: 500 }, (_, i) => `c${i}`), ...COLUMNS];
    const parsed = parseClaim(GOOD, wide);
    const needed = parsed.ok ? neededColumns(parsed.claim, wide) : [];
    expect(needed.length).toBeLessThan(100);
    expect(needed).toEqual(expect.arrayContaining(['group', 'revenue', 'user']));
  });
});

describe('the form of a change', () => {
  const wide = { question: 'q', kind: 'change', roles: { before: 'hour', after: 'revenue' } };
  const long = { question: 'q', kind: 'change', roles: { value: 'revenue', time: 'hour' } };
  const and = (claim: typeof wide | typeof long, roles: object): object => ({
    ...claim,
    roles: { ...claim.roles, ...roles },
  });

  it.each([
    ['a weight', and(wide, { weight: 'user' })],
    ['segments', and(wide, { segment: ['variant'] })],
    ['clusters of assignment', and(wide, { group: 'group', assigned_by: 'user' })],
    ['what was received', and(wide, { group: 'group', received: 'variant' })],
    ['a ratio over time', { ...long, roles: { numerator: 'revenue', denominator: 'user', time: 'hour' } }],
    ['a unit', and(long, { group: 'group', unit: 'user' })],
  ])('takes %s', (_what, json) => expect(problemsOf(json)).toEqual([]));

  it.each([
    ['a baseline', and(wide, { baseline: 'user' }), 'the baseline of a change is its "before"'],
    ['the sequence of a crossover', and(long, { sequence: 'user' }), 'a crossover is a comparison'],
    ['counts', and(wide, { count: 'user' }), 'give one row for each'],
    ['controls of no group', and(wide, { controls: ['user'] }), 'needs "group"'],
    ['clusters of no group', and(wide, { assigned_by: 'user' }), 'needs "group": without one nothing was assigned'],
    ['segments over time', and(long, { segment: ['variant'] }), 'claim the change of each segment by itself'],
    ['controls over time', and(long, { group: 'group', controls: ['user'] }), 'put a group that is alike under group'],
    ['a ratio of two columns', and(wide, { numerator: 'user', denominator: 'variant' }), 'a second form'],
    ['a ratio without time', { ...long, roles: { numerator: 'revenue', denominator: 'user' } }, 'needs "time"'],
  ])('refuses %s with what to do', (_what, json, words) => expect(problemsOf(json).join('\n')).toContain(words));
});
