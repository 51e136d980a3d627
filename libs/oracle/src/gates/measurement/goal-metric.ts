import type { Claim } from '../../claim/claim';
import { examineStudy } from '../../evidence/examine';
import { buildStudy } from '../../study/build-study';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { sayWithInterval } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

const OUTCOME_ROLES = ['metric', 'value', 'outcome', 'y', 'after'];

/** What moves the proxy moves the goal. */
export const goalMetric: Gate = {
  name: 'goal-metric',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'change', 'proportion'],
  looksFor: 'a proxy that improves while the goal does not',
  statistic: 'the same contrast of the goal metric',
  threshold: 'opposite at α → unsound; not shown at α → inconclusive',
  source: 'Goodhart (1975); Prentice criteria for surrogates (1989)',
  examine(inquiry) {
    const { claim, table, input } = inquiry;
    const { goal_metric: goal } = claim.declared;
    const role = OUTCOME_ROLES.find((name) => claim.roles[name] !== undefined);
    if (goal === undefined || role === undefined) return skip('no goal_metric is declared');
    if (claim.roles[role] === goal) return skip('the claim is about the goal itself');
    const variant: Claim = {
      ...claim,
      kind: claim.kind === 'proportion' ? 'comparison' : claim.kind,
      roles: { ...claim.roles, ...(claim.kind === 'proportion' ? { value: goal } : { [role]: goal }) },
    };
    const built = buildStudy(table, variant);
    const of = built.ok ? examineStudy(built.study, variant, input.seed) : { impossible: built.reason };
    const primary = inquiry.evidence();
    if ('impossible' in of || of.contrast === null)
      return inconclusive(
        `the goal ${goal} cannot be tested: ${'impossible' in of ? of.impossible : 'it is not a single contrast'}`,
      );
    if (primary?.contrast === null || primary?.contrast === undefined)
      return skip('there is not a single contrast of the proxy');
    const sign = primary.contrast.value > 0 ? 1 : -1;
    const words = `the goal ${goal} moves by ${sayWithInterval(of.contrast.value, interval(of.contrast))}`;
    const numbers = { statistic: of.statistic, threshold: input.alpha, n: of.contrast.n };
    if (pValue(of.contrast, sign === 1 ? -1 : 1) < input.alpha) return unsound(`${words}, against the proxy`, numbers);
    return pValue(of.contrast, sign) < input.alpha
      ? sound(`${words}, with the proxy`, numbers)
      : inconclusive(`${words}: the proxy moved, but the goal is not shown to move`, numbers);
  },
};
