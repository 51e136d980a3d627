import { Command, Option } from 'commander';
import type { CommandSpec } from './command/command';
import { GROUPS } from './command-groups';
import type { Terminal } from './terminal/terminal';
import { VERSION } from './version';

/** Receives the parsed command, its arguments and options. */
export type Invoked = (
  spec: CommandSpec,
  positional: readonly string[],
  options: Readonly<Record<string, unknown>>,
) => Promise<void>;

const EPILOGUE = `
"svc <command> --help" shows its arguments, options and examples.
The service is found by --url, else SVC_URL, else the nearest .svc/ that
"./svc up" made; the token likewise.
Exit codes: 0 ok, 1 failed, 2 usage, 3 invalid signature, 4 stale,
5 other instance, 6 refused, 7 unreachable, 8 incomplete.`;

/** The command line from the command table. Usage errors go to standard error and are thrown, never exited on. */
export function buildProgram(terminal: Terminal, invoked: Invoked): Command {
  const program = new Command('svc')
    .description('Numbers you can check, from the row they came from to the chart they end in.')
    .helpCommand(false)
    // The options of the program stand before the command: "svc model predict delay --version 2" means a version of the model.
    .enablePositionalOptions()
    .version(`svc ${VERSION}`, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text, write) =>
        write(text.replace(/^error:/, terminal.errColors.red(terminal.errColors.bold('error')))),
      getOutHelpWidth: () => terminal.width ?? 100,
      getErrHelpWidth: () => terminal.width ?? 100,
    })
    .addHelpText('after', EPILOGUE)
    .showHelpAfterError(helpOf('svc', terminal));
  const single: CommandSpec[] = [];
  for (const { noun, meaning, commands } of GROUPS) {
    const [named, others] = [commands.filter(hasVerb), commands.filter((it) => !hasVerb(it))];
    single.push(...others);
    if (named.length === 0) continue;
    const group = program
      .command(noun)
      .description(meaning)
      .helpCommand(false)
      .showHelpAfterError(helpOf(`svc ${noun}`, terminal));
    for (const spec of named) addCommand(group, spec, terminal, invoked);
  }
  for (const spec of single) addCommand(program, spec, terminal, invoked);
  return program;
}

/** The next step after a usage error. */
function helpOf(command: string, { errColors }: Terminal): string {
  return `  ${errColors.dim('next:')} ${command} --help`;
}

function hasVerb({ words }: CommandSpec): boolean {
  return words.includes(' ');
}

function addCommand(parent: Command, spec: CommandSpec, terminal: Terminal, invoked: Invoked): void {
  const command = parent
    .command(spec.words.split(' ').at(-1) ?? spec.words)
    .description(spec.summary)
    .showHelpAfterError(helpOf(`svc ${spec.words}`, terminal));
  for (const [argument, text] of spec.arguments ?? []) command.argument(argument, text);
  for (const { flags, text, many } of spec.options ?? []) {
    const option = new Option(flags, text);
    if (many === true) option.argParser<string[]>((value, before) => [...(before ?? []), value]);
    command.addOption(option);
  }
  command
    .option('--json', 'print JSON for programs')
    .option('--url <url>', 'address of the service')
    .option('--token <token>', 'token to call with')
    .option('--no-color', 'no colours');
  if (spec.examples !== undefined)
    command.addHelpText('after', `\nExamples:\n${spec.examples.map((it) => `  ${it}`).join('\n')}`);
  command.action(async () => {
    const options: Record<string, unknown> = command.opts();
    await invoked(spec, command.args, options);
  });
}
