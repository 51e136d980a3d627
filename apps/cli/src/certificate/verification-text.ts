import { EXIT } from '../exit-code';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';
import type { Verification } from './verification';

const INDENT = 12;

/** Each document, and then once for each good outcome what it proves and what it does not. */
export function verificationText(verified: readonly Verification[], terminal: Terminal): string {
  const outcomes = [
    ...new Map(verified.filter((it) => it.proven.length > 0).map((it) => [meaningOf(it), it])).values(),
  ];
  return (
    verified.map((it) => fileText(it, terminal)).join('') +
    outcomes.map((it) => meaningText(it, outcomes.length > 1, terminal)).join('')
  );
}

/** Documents with the same meaning are explained once; each preregistration separately. */
function meaningOf({ outcome, preregistration, file }: Verification): string {
  return preregistration === null ? outcome : `${outcome} ${file}`;
}

function fileText(it: Verification, { outColors, width }: Terminal): string {
  const { green, red, yellow, dim } = outColors;
  const good = it.exit_code === EXIT.ok;
  const mark = good ? (it.outcome === 'self_consistent' ? yellow('?') : green('✓')) : red('✗');
  const what = it.derivation === null ? '' : ` ${printable(it.derivation)}: ${it.verdict}`;
  const digest = it.digest === null ? '' : `  ${dim(it.digest)}\n`;
  const reason = good ? '' : `  ${wrap(printable(it.reason), width, 2)}\n`;
  return `${mark} ${printable(it.file)}  ${it.outcome.replaceAll('_', ' ')}${what}\n${digest}${signerText(it, dim)}${reason}`;
}

/** Only a pinned key history says more about the key than that it is the pinned one. */
function signerText({ signed_with: key }: Verification, dim: (text: string) => string): string {
  if (key?.from === undefined) return '';
  return `  ${dim(`signed with ${key.public_key}, in use from ${key.from} ${key.until == null ? 'on' : `to ${key.until}`}`)}\n`;
}

function meaningText(
  { outcome, proven, not_proven }: Verification,
  named: boolean,
  { outColors, width }: Terminal,
): string {
  const { green, yellow, bold } = outColors;
  return [
    named ? `${bold(outcome.replaceAll('_', ' '))}\n` : '',
    ...proven.map((text) => `${green('proven'.padEnd(INDENT))}${wrap(text, width, INDENT)}\n`),
    ...not_proven.map((text) => `${yellow('not proven'.padEnd(INDENT))}${wrap(text, width, INDENT)}\n`),
  ].join('');
}
