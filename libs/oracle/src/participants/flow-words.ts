import { BALANCED, type Balance, type Flow } from './flow';
import { say, sayList, sayPercent } from '../words/number-words';

/** `12,345`: counts are read digit by digit. */
export function sayCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Standard deviations to two decimals: the next one says nothing. */
export function sayStandard(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** Where the rows went, as one would read it aloud. */
export function flowWords({ sources, rows, copies, missing, incomplete, analysed, ...flow }: Flow): string {
  const from = sources.map(({ name, rows: count }) => `${name} (${sayCount(count)} rows)`);
  const lost = [
    ...(copies > 0 ? [`${sayCount(copies)} are copies of others`] : []),
    ...(incomplete > 0 ? [`${sayCount(incomplete)} lack a value (${missingWords(missing)})`] : []),
  ];
  const sides = flow.sides.map((side) => `${sayCount(side.analysed)} with ${flow.by ?? 'group'} ${side.label}`);
  const started = flow.started === null ? '' : ` of ${sayCount(flow.started)} units that started`;
  return [
    `${from.length === 0 ? '' : `From ${sayList(from)}: `}${sayCount(rows)} rows${started}`,
    ...(lost.length === 0 ? [] : [`, of which ${lost.join(' and ')}`]),
    `; ${sayCount(analysed)} analysed${sides.length === 0 ? '' : `: ${sayList(sides)}`}`,
    ...(flow.estimated_from < analysed ? [`, joined to ${sayCount(flow.estimated_from)} units or points in time`] : []),
  ].join('');
}

/** `age 30, income 12`. */
export function missingWords(missing: Flow['missing'], most = 4): string {
  const shown = missing.slice(0, most).map(({ column, count }) => `${column} ${sayCount(count)}`);
  return [...shown, ...(missing.length > most ? [`${missing.length - most} more columns`] : [])].join(', ');
}

/** How many outcomes are missing on each side, and what they could hide; null where none are missing on any side. */
export function attritionWords({ by, sides, bounds }: Flow): string | null {
  if (sides.every(({ missing }) => missing === 0)) return null;
  const each = sides.map(
    ({ label, rows, missing }) =>
      `${sayCount(missing)} of ${sayCount(rows)} with ${by ?? 'group'} ${label} (${sayPercent(missing / Math.max(1, rows))})`,
  );
  const within =
    bounds === null
      ? ''
      : `; whatever they were, the unadjusted difference lies within ${say(bounds.low)}…${say(bounds.high)} (${bounds.method} bounds)`;
  return `outcomes are missing in ${sayList(each)}${within}`;
}

/** How many columns differ between the sides, before and after adjustment; null where nothing is compared. */
export function balanceWords(balance: readonly Balance[]): string | null {
  if (balance.length === 0) return null;
  const [before, after] = (['before', 'after'] as const).map((when) => {
    const beyond = balance.filter((line) => Math.abs(line[when]) > BALANCED);
    const [worst] = [...balance].sort((a, b) => Math.abs(b[when]) - Math.abs(a[when]));
    return `${beyond.length} of ${balance.length} differ by more than ${BALANCED} standard deviations${worst === undefined ? '' : ` (most: ${worst.column}, ${sayStandard(worst[when])})`}`;
  });
  return balance.some(({ adjusted }) => adjusted)
    ? `columns before adjustment: ${before ?? ''}; after it: ${after ?? ''}`
    : `columns, nothing adjusted for: ${before ?? ''}`;
}
