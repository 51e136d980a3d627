/** How to run one server in the foreground: what both the test harness and the development stack's supervisor need. */
export interface ServerCommand {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the server prints once it takes connections. */
  readonly ready: RegExp;
  /** Asks it to stop in good order. */
  readonly stopSignal: NodeJS.Signals;
  /** Sent by the kernel when the process that started it dies. */
  readonly deathSignal: NodeJS.Signals;
}

/** A program with its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** Runs the command given after the parent's id, unless that parent died before the kernel was told to watch it. */
const IF_PARENT_LIVES = '[ "$PPID" = "$0" ] && exec "$@"';

/** The command with the kernel told to end it when its parent ends, however the parent ends. */
export function tiedToParent(
  command: Pick<ServerCommand, 'program' | 'args' | 'deathSignal'>,
  parent = process.pid,
): CommandLine {
  const signal = command.deathSignal.replace(/^SIG/, '');
  return [
    'setpriv',
    '--pdeathsig',
    signal,
    '--',
    'sh',
    '-c',
    IF_PARENT_LIVES,
    String(parent),
    command.program,
    ...command.args,
  ];
}
