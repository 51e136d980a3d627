import { type Claim, roleColumn, thresholdOf } from '../claim/claim';
import { termOf } from '../claim/vocabulary';
import type { Evidence } from '../evidence/evidence';
import type { Study } from '../study/study';
import { say, sayList } from '../words/number-words';
import type { Inquiry } from '../verdict/inquiry';

/** What was tested, in generated words: the author's question may say more, or something else. Null where nothing was. */
export function testedWords(inquiry: Inquiry): string | null {
  const { claim, study } = inquiry;
  if (study === null) return null;
  if (study.shape === 'empty')
    return 'whether two runs agree and the table satisfies its contract; nothing was estimated';
  const found = safely(inquiry);
  const parts = [
    `whether ${estimand(study, claim)}`,
    found === null ? null : sideWords(found, claim, study),
    heldFixed(study),
    designOf(claim),
    countedBy(study),
    rowsWords(study),
    populationWords(claim),
    designWords(claim),
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function safely(inquiry: Inquiry): Evidence | null {
  try {
    return inquiry.evidence();
  } catch {
    return null;
  }
}

function estimand(study: Exclude<Study, { shape: 'empty' }>, claim: Claim): string {
  switch (study.shape) {
    case 'contrast':
      return contrastWords(study, claim);
    case 'mean':
      return `the ${measureWords(study, study.share)} ${study.outcome} differs from ${say(thresholdOf(claim) ?? 0)}`;
    case 'groups':
      return `the ${measureWords(study, false)} ${study.outcome} is the same in all of the ${study.labels.length} values of ${study.focal}`;
    case 'trend':
      return `${study.outcome} has a slope over ${study.timeName}, one ${study.ratioBy === 'denominator' ? 'ratio of sums' : study.ratioBy === 'weight' ? 'weighted mean' : 'mean'} for each of ${study.n} points`;
    case 'prediction':
      return `${sayList(study.features.map(({ name }) => name))} together predict ${study.target}`;
    case 'classification':
      return `the predictions of ${study.target} are better than chance on ${study.hasSplit ? 'the test rows' : 'all rows'}`;
    case 'survival':
      return `the hazard differs between ${study.focal} ${study.sides.subject} and ${study.sides.reference}`;
  }
}

/** What is taken of the outcome, up to its name. */
function measureWords({ ratioBy }: { readonly ratioBy: 'denominator' | 'weight' | null }, isShare: boolean): string {
  if (ratioBy === 'denominator') return 'ratio of the sums';
  return `${ratioBy === 'weight' ? 'weighted ' : ''}${isShare ? 'share' : 'mean'} of`;
}

function contrastWords(study: Extract<Study, { shape: 'contrast' }>, claim: Claim): string {
  const { outcome, focal, sides, binary } = study;
  const margin = claim.declared.margin;
  if (sides === null) return `${outcome} has a slope on ${focal}`;
  const difference = `the ${measureWords(study, binary)} ${outcome}, ${focal} ${sides.subject} minus ${sides.reference}`;
  if (claim.kind === 'equivalence') return `${difference}, lies within ±${say(margin ?? 0)}`;
  if (claim.kind === 'noninferiority') return `${difference}, is worse by less than ${say(margin ?? 0)}`;
  return `${difference}, differs from 0`;
}

function sideWords({ direction }: Evidence, { kind }: Claim, { shape }: Study): string | null {
  if (kind === 'equivalence' || ['prediction', 'classification', 'groups'].includes(shape)) return null;
  if (kind === 'noninferiority') return `${direction.sign === 1 ? 'higher' : 'lower'} is better`;
  if (direction.sign === 0) return 'in either direction';
  return `one-sided: ${direction.sign === 1 ? 'above' : 'below'}, as ${direction.from === 'declared' ? 'declared' : `the question says ("${direction.words}")`}`;
}

/** Roles of the design that change what is compared with what. */
function designOf(claim: Claim): string | null {
  const [assignedBy, received, period] = ['assigned_by', 'received', 'period'].map((role) => roleColumn(claim, role));
  const parts = [
    assignedBy === undefined ? null : `values of ${assignedBy} were assigned whole`,
    received === undefined ? null : `as assigned, whatever was received (${received})`,
    period === undefined ? null : `every unit with itself over the values of ${period}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('; ');
}

function heldFixed(study: Study): string | null {
  const names = 'adjusters' in study ? study.adjusters.names : [];
  return names.length === 0 ? null : `adjusted for ${sayList(names)}`;
}

function countedBy(study: Study): string | null {
  if ('series' in study && study.series !== null) return `rows as a time series ordered by ${study.series}`;
  const clusters = 'clusters' in study ? study.clusters : null;
  return clusters === null ? null : `rows clustered by ${clusters.name} (${clusters.count})`;
}

function rowsWords({ selection }: Exclude<Study, { shape: 'empty' }>): string {
  const { rows, total } = selection;
  return rows.length === total ? `over all ${total} rows` : `over the ${rows.length} complete rows of ${total}`;
}

function populationWords({ declared: { population, units_started: started } }: Claim): string {
  const said = {
    all: 'declared to be the whole population',
    random_sample: 'declared to be a random sample',
    selected: 'declared to be selected',
  }[termOf('population', population) ?? ''];
  return (
    said ??
    (started === undefined ? 'nothing declared about units missing from the table' : `of ${started} units that started`)
  );
}

function designWords({ kind, declared }: Claim): string | null {
  if (['trend', 'level', 'prediction', 'classification'].includes(kind)) return null;
  const terms = [termOf('design', declared.design), termOf('assignment', declared.assignment)];
  if (terms.includes('randomised')) return 'randomised, as declared';
  if (kind === 'experiment') return 'randomised by the experiment, as the kind of claim states';
  return 'observational: a difference, not its cause';
}
