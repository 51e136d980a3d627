import { type Claim, roleColumns } from '../../claim/claim';
import { examineStudy } from '../../evidence/examine';
import { pValue } from '../../statistics/distribution/contrast';
import { buildStudy } from '../../study/build-study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayList } from '../../words/number-words';
import { type Gate, skip, sound, unsound } from '../gate';

const OUTCOME_ROLES = ['y', 'value', 'metric', 'outcome'];

/** Outcomes that x cannot move do not move with it. */
export const negativeControl: Gate = {
  name: 'negative-control',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'proportion'],
  looksFor: 'an unmeasured common cause, seen in an outcome that x cannot affect',
  statistic: 'smallest p of x against a negative control, Bonferroni',
  threshold: 'p below α',
  source: 'Lipsitch, Tchetgen Tchetgen & Cohen, Epidemiology 21 (2010)',
  examine(inquiry) {
    const names = [
      ...new Set([
        ...roleColumns(inquiry.claim, 'negative_controls'),
        ...(inquiry.claim.declared.negative_controls ?? []),
      ]),
    ];
    if (names.length === 0) return skip('no negative controls are declared');
    const tested = names.map((name) => ({ name, p: controlP(inquiry, name) })).filter(({ p }) => !Number.isNaN(p));
    if (tested.length === 0) return skip(`${sayList(names)} cannot be tested against x`);
    const smallest = tested.reduce((a, b) => (b.p < a.p ? b : a));
    const adjusted = Math.min(1, smallest.p * tested.length);
    const numbers = { statistic: adjusted, threshold: inquiry.input.alpha };
    return adjusted < inquiry.input.alpha
      ? unsound(
          `${smallest.name} cannot be an effect of ${focalName(inquiry)}, yet moves with it (p = ${say(adjusted)}): something unmeasured drives both`,
          numbers,
        )
      : sound(
          `${sayList(names)} ${names.length === 1 ? 'does' : 'do'} not move with ${focalName(inquiry)} (p = ${say(adjusted)})`,
          numbers,
        );
  },
};

function focalName(inquiry: Inquiry): string {
  return inquiry.contrastStudy()?.focal ?? 'x';
}

/** The claim's own test with the negative control as the outcome. */
function controlP({ claim, table, input }: Inquiry, name: string): number {
  const role = OUTCOME_ROLES.find((candidate) => claim.roles[candidate] !== undefined) ?? 'y';
  const variant: Claim = {
    ...claim,
    kind: claim.kind === 'proportion' ? 'comparison' : claim.kind,
    roles: { ...claim.roles, ...(claim.kind === 'proportion' ? { value: name } : { [role]: name }) },
  };
  const built = buildStudy(table, variant);
  const examined = built.ok ? examineStudy(built.study, variant, input.seed) : { impossible: built.reason };
  if ('impossible' in examined) return NaN;
  return examined.contrast === null ? examined.p : pValue(examined.contrast);
}
