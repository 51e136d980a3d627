import type { Json } from '@svc/contracts';
import { EXAMPLE, type ExampleResults } from './example-results';

export interface Addresses {
  readonly gateway: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly publicKeyFile: string;
}

const WIDTH = 92;
const LABEL = 13;
const WHOLE_FROM = 1_000;

/** Breaks words into lines of at most `width`. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function labelled(label: string, text: string): string[] {
  return wrap(text, WIDTH - LABEL).map((line, index) => `${(index === 0 ? label : '').padEnd(LABEL)}${line}`.trimEnd());
}

function shown(value: number): string {
  const digits = Math.abs(value) >= WHOLE_FROM ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
  return digits.replace('-', '−');
}

function estimateInWords({ certificate }: ExampleResults['certificate']): string {
  const { estimate, adjusted_for: adjusted } = certificate;
  if (estimate === null) return 'no estimate';
  const { interval, unit } = estimate;
  const range =
    interval === null
      ? ''
      : ` (${Number((interval.level * 100).toFixed(1))} %: ${shown(interval.low)} … ${shown(interval.high)})`;
  const given = adjusted.length === 0 ? '' : `, adjusted for ${adjusted.join(', ')}`;
  return `${estimate.label}: ${shown(estimate.value)}${unit === null ? '' : ` ${unit}`}${range}, n = ${estimate.n.toLocaleString('en-US')}${given}`;
}

function cell(value: Json | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value.toFixed(1);
  // A date or timestamp: its month is in the first seven characters.
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Two columns side by side: a year of months in six lines. */
function byMonth({ rows }: ExampleResults['metric']): string[] {
  const entries = rows.map(([month, value]) => `${cell(month).slice(0, 7)}  ${cell(value).padStart(6)}`);
  const half = Math.ceil(entries.length / 2);
  return entries
    .slice(0, half)
    .map((entry, index) => `${' '.repeat(LABEL)}${entry}      ${entries[half + index] ?? ''}`.trimEnd());
}

/** The final output of `./svc up`: the main job's results, how to verify them independently, and what to try next. */
export function summaryText(results: ExampleResults, at: Addresses): string {
  const { sound, unsound, metric } = results;
  return [
    '',
    ...labelled('✓ sound', `${sound.name}: ${sound.claim?.question ?? ''}`),
    ...labelled('', estimateInWords(results.certificate)),
    '',
    ...labelled('✗ unsound', `${unsound.name}: ${unsound.claim?.question ?? ''}`),
    ...labelled('', unsound.newest_run?.reason ?? ''),
    '',
    ...labelled('metric', `${EXAMPLE.metric} by month, from ${metric.source.derivation} (${metric.source.verdict})`),
    ...byMonth(metric),
    `${' '.repeat(LABEL)}certificate ${metric.source.certificate_digest}`,
    '',
    ...labelled('certificate', results.certificateFile),
    'Check it without the service, with nothing but the public key:',
    `  ./svc certificate verify ${results.certificateFile} --public-key ${at.publicKeyFile}`,
    '',
    ...labelled('service', at.gateway),
    ...labelled('reference', `${at.gateway}/api/docs`),
    ...labelled('token', `${at.token}  (admin; kept in ${at.tokenFile})`),
    '',
    'Next:',
    `  ./svc derivation show ${EXAMPLE.unsound}`,
    `  ./svc metric query delayed_share --grain month --group-by origin`,
    `  ./svc sql "select carrier, count(*) as n from flights group by 1 order by 2 desc" --limit 5`,
    '',
  ].join('\n');
}
