import { ALPHA, ORACLE_VERSION, POLICY } from '../../verdict/policy';
import { type Bar, coverageOf, missedBars, mostFalseSound } from './bars';
import type { ErrorRates } from '../calibrate';
import type { Measured } from '../measure';
import { OUTCOME_PLANTS } from '../plants/outcome-plants';
import { reasonFor } from './known-limits';

const HEADER = [
  'row',
  'kind',
  'design',
  'n',
  'draws',
  'false sound',
  'false unsound',
  'power (standard test)',
  'coverage',
];

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)}%`;
}

function cells(row: ErrorRates): string[] {
  const { nulls, effects } = row;
  const missed = missedBars(row);
  const marked = (bar: Bar, text: string): string => (missed.includes(bar) ? `**${text}** †` : text);
  const unsound = effects.reduce((total, { measured }) => total + measured.unsound, 0);
  const draws = effects.reduce((total, { measured }) => total + measured.draws, 0);
  const coverage = coverageOf(row);
  return [
    row.id === '' ? '' : `<a id="${row.id}"></a>${row.id}`,
    row.kind,
    row.design,
    String(row.n),
    drawsOf(row),
    marked('false sound', `${nulls.sound} (${percent(nulls.sound, nulls.draws)})`),
    marked('false unsound', `${unsound} (${percent(unsound, draws)})`),
    marked('power', effects.map(({ shift, measured }) => `${shift} SE: ${powerOf(measured)}`).join('; ')),
    marked('coverage', coverage === null ? '–' : percent(coverage, 1)),
  ];
}

/** Draws without the effect, and with each effect where those are fewer. */
function drawsOf({ nulls, effects }: ErrorRates): string {
  const counts = [nulls.draws, ...effects.map(({ measured }) => measured.draws)];
  return counts.every((count) => count === nulls.draws) ? String(nulls.draws) : counts.join(' / ');
}

function powerOf({ sound, standard, draws }: Measured): string {
  return `${percent(sound, draws)}${standard === null ? '' : ` (${percent(standard, draws)})`}`;
}

/** The table as Markdown, with the anchors that certificates name. A figure that misses its bar is bold, with a †. */
export function formatErrorRates(rows: readonly ErrorRates[]): string {
  const lines = [HEADER, HEADER.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** `docs/oracle-error-rates.md` as a whole. */
export function errorRatesDocument(
  rows: readonly ErrorRates[],
  { seed, command }: { readonly seed: string; readonly command: string },
): string {
  const plain = rows.filter(({ design }) => design === 'plain');
  const isOfOutcome = ({ kind, design }: ErrorRates): boolean =>
    OUTCOME_PLANTS.some((it) => it.kind === kind && it.name === design);
  const violated = rows.filter((row) => row.design !== 'plain' && !isOfOutcome(row));
  return `# How often the oracle is wrong

Measured on synthetic data with a known truth, by \`${command}\`: oracle ${ORACLE_VERSION}, policy \`${POLICY}\`, α = ${ALPHA}, seed \`${seed}\`.
Each row says how many data sets were drawn. The same code gives the same table on every machine. Certificates name the row of their kind, design and size.

- **false sound**: data without the effect, called sound. Must not exceed α: at most ${mostFalseSound(2000)} of 2,000 draws, allowing for chance.
- **false unsound**: a true claim accused of a defect. Must not exceed 1%.
- **power (standard test)**: true claims called sound, and in brackets those that the standard test detects at the same α, for true
  effects of the given number of standard errors (SE). From 100 rows on it must be at least 90% of the standard test's power.
- **coverage**: share of 95% intervals that contain the truth, over all draws of the row. Must be 94% to 96%.

A figure that misses its target is **bold**, marked † and explained at the end.

## Plain data

${formatErrorRates(plain)}

## Other outcomes

The same without a violation, where outcomes are not normal: yes or no (30%), counts (mean 3), heavy tails (t with 3 degrees of freedom),
answers heaped at multiples of five; with columns held fixed, and by number of predictors.

${formatErrorRates(rows.filter(isOfOutcome))}

## With violated assumptions

Violations that mislead a naive test, some declared and some not. Effects are of the largest size used above.

${formatErrorRates(violated)}

## Figures that miss their target

${limitsOf(rows)}
`;
}

function limitsOf(rows: readonly ErrorRates[]): string {
  const missed = rows.flatMap((row) =>
    missedBars(row).map((bar) => `| ${row.kind} | ${row.design} | ${row.n} | ${bar} | ${reasonFor(row, bar)} |`),
  );
  return missed.length === 0
    ? 'None.'
    : ['| kind | design | n | target | why |', '| --- | --- | --- | --- | --- |', ...missed].join('\n');
}
