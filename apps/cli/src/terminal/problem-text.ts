import type { Problem } from '@svc/contracts';
import { printable } from './printable';
import type { Colors } from './terminal';
import { wrap } from './wrap';

/**
 * A refusal for people, in lines of at most `width`: what went wrong, what to do about it, where, and the next command unless
 * the detail names one.
 */
export function problemText(problem: Problem, next: string | null, colors: Colors, width: number | null): string {
  const lines = [
    `${colors.red(colors.bold('error'))} ${colors.bold(printable(problem.title))}`,
    `  ${linesOf(printable(withoutTitle(problem)), width)}`,
  ];
  for (const { pointer, message } of problem.errors ?? []) {
    // Messages that the detail contains already are not repeated.
    const rest = problem.detail.includes(message) ? '' : ` ${printable(message)}`;
    lines.push(`  ${colors.yellow(`at ${printable(pointer === '' ? '/' : pointer)}`)}${rest}`);
  }
  if (problem.trace_id !== undefined) lines.push(colors.dim(`  trace ${printable(problem.trace_id)}`));
  if (next !== null && !/\bsvc [a-z]/.test(problem.detail)) lines.push(`  ${colors.dim('next:')} ${next}`);
  return `${lines.join('\n')}\n`;
}

/** A detail that begins with the title, for readers who see it alone, says it once here. */
function withoutTitle({ title, detail }: Problem): string {
  const said = `${title}: `;
  return detail.startsWith(said) ? detail.slice(said.length) : detail;
}

/** Line breaks of the detail stay; lines that are too wide are wrapped. */
function linesOf(detail: string, width: number | null): string {
  return detail
    .split('\n')
    .map((line) => (width === null || line.length <= width - 2 ? line : wrap(line, width, 2)))
    .join('\n');
}

const NEXT: Readonly<Record<string, (noun: string, name: string) => string | null>> = {
  unauthenticated: () => 'svc up, or set SVC_TOKEN to a token of this service',
  forbidden: () => 'svc whoami',
  'not-found': (noun, name) => (noun === 'job' ? null : `svc ${noun === 'access' ? name : noun} list`),
  'undeclared-dimension': (_, name) => `svc metric show ${name}`,
  'uncertified-source': () => 'svc derivation list',
  'stale-certificate': (_, name) => `svc certificate issue ${name === '' ? '<name>' : name}`,
  'no-claim': () => 'declare a claim in the derivation, then svc apply',
  'precondition-failed': () => 'repeat the command: it reads the newest version first',
  unavailable: () => 'svc status',
  overloaded: () => 'repeat the command in a moment',
  'rate-limited': () => 'repeat the command in a moment',
  'quota-exceeded': () => 'svc usage',
  'isolation-unavailable': () => 'svc doctor',
};

/** The command that most likely helps, given the noun that the failed command is about and its first argument. */
export function nextCommand(code: string, noun: string, name: string): string | null {
  return NEXT[code]?.(noun, name) ?? null;
}
