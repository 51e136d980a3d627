import { closestName } from '@svc/closest-name';
import type { Client, OwnedKind } from '@svc/contracts';
import { CommanderError } from 'commander';
import { buildProgram } from './build-program';
import { type CommandContext, type CommandSpec } from './command/command';
import { Arguments } from './command/arguments';
import { CommandError, UsageError } from './command/usage-error';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code';
import { findSettings } from './settings';
import { nextCommand, problemText } from './terminal/problem-text';
import type { Terminal } from './terminal/terminal';

const NO_SERVICE = 'no service is known here: start one with "./svc up", or say where it is with --url or SVC_URL';
const FIND_SERVICE =
  'run it inside the checkout of svc; elsewhere set SVC_URL and SVC_TOKEN, which "./svc status --json" prints there';

/** Runs one command line and returns its exit code; never throws. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let invoked = '';
  let name = '';
  let names: readonly OwnedKind[] | undefined;
  let json = false;
  try {
    let code: ExitCode = EXIT.ok;
    const program = buildProgram(terminal, async (spec, positional, options) => {
      invoked = spec.words;
      name = positional[0] ?? '';
      names = spec.names;
      json = options.json === true;
      code = await invoke(spec, new Arguments(positional, options), terminal, json);
    });
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return report(error, { invoked, name, names, json }, terminal);
  }
}

async function invoke(spec: CommandSpec, args: Arguments, terminal: Terminal, json: boolean): Promise<ExitCode> {
  const settings = () => {
    const found = findSettings({ url: args.text('url'), token: args.text('token') }, terminal.env, terminal.cwd);
    if (found === null) throw new UsageError(NO_SERVICE, FIND_SERVICE);
    if (!/^https?:\/\//.test(found.url) || !URL.canParse(found.url))
      throw new UsageError(`"${found.url}" (from ${found.origin}) is not an http:// or https:// address`);
    return found;
  };
  let connected: Client | undefined;
  const context: CommandContext = {
    terminal,
    json,
    settings,
    async client() {
      const { url, token } = settings();
      const [{ createClient }, { nodeFetch }] = await Promise.all([
        import('@svc/contracts'),
        import('./http/node-fetch.js'),
      ]);
      connected ??= createClient({ baseUrl: url, fetch: nodeFetch, ...(token === undefined ? {} : { token }) });
      return connected;
    },
  };
  const { run } = await spec.load();
  try {
    return (await run(args, context)) ?? EXIT.ok;
  } catch (error) {
    throw json || connected === undefined ? error : await withSuggestion(error, connected, spec, args.at(0));
  }
}

/** Adds the name that was probably meant to a `not-found` error; returns every other error unchanged. */
async function withSuggestion(error: unknown, client: Client, spec: CommandSpec, name: string): Promise<unknown> {
  const { OWNED_KINDS, ProblemError } = await import('@svc/contracts');
  if (!(error instanceof ProblemError) || error.code !== 'not-found' || /did you mean/i.test(error.detail))
    return error;
  const { knownNames } = await import('./command/known-names.js');
  const kinds = spec.names ?? OWNED_KINDS.filter((it) => it === spec.words.split(' ')[0]);
  // A statement contains several names; the service says which one does not exist.
  const missing = error.facts.data?.['missing'];
  const wrong = typeof missing === 'string' ? missing : name;
  // Callers who may not list the names see the service's own text.
  const meant = closestName(wrong, await knownNames(client, kinds).catch(() => []));
  if (meant === null || meant === wrong) return error;
  return new ProblemError(error.code, `${error.detail} Did you mean "${meant}"?`, error.facts);
}

/** The command that failed. */
interface Failed {
  readonly invoked: string;
  readonly name: string;
  readonly names: readonly OwnedKind[] | undefined;
  readonly json: boolean;
}

async function report(error: unknown, at: Failed, terminal: Terminal): Promise<ExitCode> {
  const colors = terminal.errColors;
  if (error instanceof UsageError) {
    terminal.err(
      `${colors.red(colors.bold('error'))} ${error.message}\n  ${colors.dim('next:')} ${error.next ?? `svc ${at.invoked} --help`}\n`,
    );
    return EXIT.usage;
  }
  if (error instanceof CommandError) {
    terminal.err(
      `${colors.red(colors.bold('error'))} ${error.message}\n${error.next === null ? '' : `  ${colors.dim('next:')} ${error.next}\n`}`,
    );
    return EXIT.failure;
  }
  const { ProblemError } = await import('@svc/contracts');
  if (!(error instanceof ProblemError)) {
    terminal.err(
      `${colors.red(colors.bold('error'))} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return EXIT.failure;
  }
  const problem = error.toProblem();
  const next = nextCommand(problem.code, at.names?.[0] ?? at.invoked.split(' ')[0] ?? '', at.name);
  terminal.err(at.json ? `${JSON.stringify(problem)}\n` : problemText(problem, next, colors, terminal.width));
  return exitCodeOf(problem.code);
}
