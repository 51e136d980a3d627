import { printable } from '../terminal/printable';
import type { Colors, Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';
import { asItShould, type Attempt } from './attempt';
import type { TamperReport } from './tamper-report';

const INDENT = 14;
const WIDEST = 110;

/** For readers who have never seen any of this. */
export function tamperText({ service, certificate, attempts, not_shown }: TamperReport, terminal: Terminal): string {
  const colors = terminal.outColors;
  const width = terminal.width === null ? null : Math.min(WIDEST, terminal.width);
  const [onCertificate, onLog] = [
    attempts.filter((it) => it.on === 'certificate'),
    attempts.filter((it) => it.on === 'log'),
  ];
  const section = (title: string, subtitle: string, list: readonly Attempt[]): string =>
    list.length === 0
      ? ''
      : `${colors.bold(title)}\n${wrap(printable(subtitle), width, 0)}\n\n${list.map((it) => attemptText(it, width, colors)).join('')}\n`;
  return [
    `\n${wrap(`Somebody tampers with the evidence${service === null ? '' : ` of ${service}`}. What notices?`, width, 0)}\n\n`,
    certificate === null
      ? ''
      : section(
          'THE CERTIFICATE',
          `${certificate.derivation}, ${certificate.verdict}: “${certificate.question}”`,
          onCertificate,
        ),
    section('THE AUDIT LOG', 'Copies of the whole log; the attacker can write every file of it.', onLog),
    not_shown
      .map(
        ({ what, why }) =>
          `${colors.yellow('  not shown'.padEnd(INDENT))}${wrap(printable(`${what}: ${why}`), width, INDENT)}\n\n`,
      )
      .join(''),
    summary(attempts, width, colors),
  ].join('');
}

function attemptText(it: Attempt, width: number | null, { green, red, dim, bold }: Colors): string {
  const word = it.accepted ? 'accepted' : 'caught';
  const mark = asItShould(it) ? green(`✓ ${word}`) : red(`✗ ${word}`);
  const line = (label: string, text: string): string =>
    `  ${dim(label.padEnd(INDENT - 2))}${wrap(printable(text), width, INDENT)}\n`;
  return [
    `  ${mark}${' '.repeat(INDENT - 4 - word.length)}${bold(it.title)}\n`,
    it.kind === 'control' ? '' : line('done', it.change),
    line('by', it.by),
    it.kind === 'control' ? '' : line('finding', it.finding),
    it.unaided === null ? '' : line('otherwise', it.unaided),
    '\n',
  ].join('');
}

function summary(attempts: readonly Attempt[], width: number | null, { green, red, bold }: Colors): string {
  const [tampering, controls] = [
    attempts.filter((it) => it.kind === 'tampering'),
    attempts.filter((it) => it.kind === 'control'),
  ];
  const [caught, accepted] = [tampering.filter(asItShould).length, controls.filter(asItShould).length];
  const paint = attempts.every(asItShould) ? green : red;
  const limits =
    'What none of this shows: that the numbers are right (the oracle’s gates are for that), and who holds the keys. Keep the public keys, and now and then a checkpoint, where the operator of the service cannot change them.';
  return `${paint(bold(`${caught} of ${tampering.length} attempts caught, ${accepted} of ${controls.length} originals accepted.`))}\n${wrap(limits, width, 0)}\n`;
}
