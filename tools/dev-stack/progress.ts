const GREEN = '\u001b[32m';
const RED = '\u001b[31m';
const DIM = '\u001b[2m';
const RESET = '\u001b[0m';
const SECOND = 1_000;

/** Without a terminal a step reports this often, so that a log shows progress without noise. */
const PLAIN_EVERY_MS = 5_000;

/** Progress on stderr: on a terminal one line that is redrawn, elsewhere a line now and then. */
export class Progress {
  private spokenAt = 0;

  constructor(
    private readonly out: NodeJS.WritableStream,
    private readonly color: boolean,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs one step and reports how long it took, with its result if that is a string. */
  async step<T>(title: string, work: (say: (detail: string) => void) => Promise<T> | T): Promise<T> {
    const begun = this.now();
    this.spokenAt = begun;
    const show = (detail: string): void => this.begin(title, detail);
    show('');
    try {
      const result = await work(show);
      this.end(GREEN, '✓', title, typeof result === 'string' ? result : '', begun);
      return result;
    } catch (error) {
      this.end(RED, '✗', title, '', begun);
      throw error;
    }
  }

  line(text: string): void {
    this.out.write(`${text}\n`);
  }

  private begin(title: string, detail: string): void {
    const text = `  … ${title}${detail === '' ? '' : `: ${detail}`}`;
    if (this.color) this.out.write(`\r\u001b[2K${DIM}${text}${RESET}`);
    else if (this.now() - this.spokenAt >= PLAIN_EVERY_MS) {
      this.spokenAt = this.now();
      this.out.write(`${text}\n`);
    }
  }

  private end(color: string, mark: string, title: string, detail: string, begun: number): void {
    const took = `${((this.now() - begun) / SECOND).toFixed(1)} s`;
    const text = `${title}${detail === '' ? '' : `: ${detail}`}`;
    if (this.color) this.out.write(`\r\u001b[2K  ${color}${mark}${RESET} ${text} ${DIM}${took}${RESET}\n`);
    else this.out.write(`  ${mark} ${text} (${took})\n`);
  }
}
