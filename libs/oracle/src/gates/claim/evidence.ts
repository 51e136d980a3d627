import { pValue } from '../../statistics/distribution/contrast';
import { normalQuantile, normalTail } from '../../statistics/distribution/distributions';
import { moments } from '../../statistics/sample/moments';
import type { Evidence } from '../../evidence/evidence';
import type { Study } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayWithInterval } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound } from '../gate';

/** The effect size, in outcome standard deviations, that `power` speaks about: small but worth finding (Cohen 1988). */
const REFERENCE_EFFECT = 0.2;

/** The claimed effect passes its own honest test. */
export const evidence: Gate = {
  name: 'evidence',
  kinds: 'all',
  looksFor: 'a claimed effect that chance alone explains',
  statistic: 't, z or F of the primary test (see the kind)',
  threshold: 'p at most the level of this attempt: 0.9·α for the first, 0.1·α/(k(k−1)) for the k-th',
  source: 'α = 0.005 (Benjamin et al., Nature Human Behaviour 2 (2018)), spent over counted attempts',
  examine(inquiry) {
    if (inquiry.claim.kind === 'table') return skip('a table claim rests on reproducibility and contract');
    const examined = inquiry.examine();
    if ('impossible' in examined) return inconclusive(examined.impossible);
    const numbers = numbersOf(examined, inquiry);
    const found = `${describe(examined)}, p = ${say(examined.p)}, ${examined.method}`;
    if (Number.isNaN(examined.p)) return inconclusive(`no p value could be computed: ${found}`, numbers);
    return examined.p <= inquiry.level
      ? sound(found, numbers)
      : inconclusive(`${found}: not below ${say(inquiry.level)}${shortfall(examined, inquiry)}`, numbers);
  },
};

function describe({ estimate, statistic }: Evidence): string {
  return estimate === null
    ? `statistic ${say(statistic)}`
    : `${estimate.label} = ${sayWithInterval(estimate.value, estimate.interval)}`;
}

function numbersOf(examined: Evidence, inquiry: Inquiry): Omit<Finding, 'verdict' | 'detail'> {
  const { study } = inquiry;
  const power = study === null ? null : powerOf(study, examined, inquiry.level);
  return {
    statistic: examined.statistic,
    threshold: inquiry.level,
    ...(study === null ? {} : { n: examined.estimate?.n ?? study.n }),
    ...(power === null ? {} : { power }),
  };
}

/** Probability of finding an effect of 0.2 standard deviations of the outcome (per standard deviation of a slope's x). */
function powerOf(study: Study, { contrast, direction }: Evidence, level: number): number | null {
  if (contrast === null || (study.shape !== 'contrast' && study.shape !== 'mean')) return null;
  const spread = Math.sqrt(moments(study.y).variance);
  const per = study.shape === 'contrast' && study.sides === null ? Math.sqrt(moments(study.x).variance) : 1;
  const reach = (REFERENCE_EFFECT * spread) / per / contrast.error;
  if (!Number.isFinite(reach)) return null;
  const bar = normalQuantile(direction.sign === 0 ? level / 2 : level);
  return normalTail(bar - reach);
}

/** What to collect to get a verdict. */
function shortfall({ contrast, direction, p }: Evidence, { level, study }: Inquiry): string {
  if (contrast === null || study === null || !(contrast.error > 0)) return '';
  if (direction.sign !== 0 && p > 0.5) return '';
  const bar = normalQuantile(direction.sign === 0 ? level / 2 : level) + normalQuantile(0.2);
  const detectable = bar * contrast.error;
  const rows = Math.ceil(study.n * (detectable / contrast.value) ** 2);
  const more =
    rows < 100 * study.n && pValue(contrast) < 0.5
      ? `; detecting an effect of the observed size takes about ${say(rows)} rows`
      : '';
  return `; these rows detect effects from ${say(detectable)} with 80% power${more}`;
}
