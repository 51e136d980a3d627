import type { Problem, Verdict } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';
import { verdictCell } from '../command/printing';
import { CommandError } from '../command/usage-error';
import { EXIT, type ExitCode, exitCodeOf } from '../exit-code';
import { printable, printableLine } from '../terminal/printable';
import type { ProgressLine } from '../terminal/progress-line';
import type { Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';

/** The outcome for one object of the project. */
export interface Applied {
  readonly kind: 'dataset' | 'derivation' | 'metric' | 'entity' | 'feature view' | 'dashboard';
  readonly name: string;
  readonly change: 'created' | 'updated' | 'unchanged' | 'refused' | 'failed';
  readonly detail: string;
  /** Of a derivation's newest run. */
  readonly verdict?: Verdict | null;
  readonly certificate_digest?: string | null;
  readonly problem?: Problem;
}

const ENDS: readonly string[] = ['unauthenticated', 'forbidden', 'unavailable', 'rate-limited'];

/** Whether this refusal says nothing about the other objects of the project. */
export function concernsOne(error: unknown): error is ProblemError {
  return error instanceof ProblemError && !ENDS.includes(error.code);
}

/** Collects the outcome of each object and prints it as it happens. */
export class ApplyReport {
  readonly items: Applied[] = [];
  readonly #codes: ExitCode[] = [];

  constructor(
    private readonly terminal: Terminal,
    private readonly quiet: boolean,
    private readonly progress: ProgressLine,
  ) {}

  say(text: string): void {
    this.progress.say(text);
  }

  add(item: Applied, code: ExitCode = EXIT.ok): void {
    this.items.push(item);
    this.#codes.push(code);
    this.progress.stop();
    if (!this.quiet) this.terminal.out(this.line(item, code));
  }

  /** Does the work for one object; an error that concerns only that object is reported, one that would stop all of them is thrown. */
  async attempt(kind: Applied['kind'], name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof CommandError) {
        this.add({ kind, name, change: 'failed', detail: error.message }, EXIT.failure);
        return false;
      }
      if (!concernsOne(error)) throw error;
      const problem = error.toProblem();
      this.add({ kind, name, change: 'refused', detail: problem.detail, problem }, exitCodeOf(problem.code));
      return false;
    }
  }

  get codes(): readonly ExitCode[] {
    return this.#codes;
  }

  private line(item: Applied, code: ExitCode): string {
    const { outColors: colors } = this.terminal;
    const marks = {
      created: colors.green('+'),
      updated: colors.yellow('~'),
      unchanged: colors.dim('='),
      refused: colors.red('✗'),
      failed: colors.red('✗'),
    };
    const verdict = item.verdict == null ? null : verdictCell(item.verdict, colors);
    const shown =
      verdict === null ? '' : ` ${verdict.paint === undefined ? verdict.text : verdict.paint(verdict.text)}`;
    const head = `${code === EXIT.ok ? marks[item.change] : marks.failed} ${item.kind} ${colors.bold(item.name)} ${colors.dim(item.change)}${shown}`;
    const errors = (item.problem?.errors ?? [])
      .map(
        (it) =>
          `\n    ${colors.yellow(`at ${printable(it.pointer)}`)}${item.detail.includes(it.message) ? '' : ` ${printable(it.message)}`}`,
      )
      .join('');
    return `${head}${item.detail === '' ? '' : `\n    ${wrap(printableLine(item.detail), this.terminal.width, 4)}`}${errors}\n`;
  }
}
