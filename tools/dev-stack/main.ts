import { resolve } from 'node:path';
import { readConfig, type Config } from './config';
import { doctor } from './doctor';
import { down } from './down';
import { showExample } from './example/example';
import { Progress } from './progress';
import { Refusal } from './refusal';
import { reset } from './reset';
import { startStack } from './up';
import { status } from './status';
import { test } from './test-run/test-run';

const USAGE = 2;

/** The commands; each returns its exit code. */
type Command = (config: Config, progress: Progress, options: ReadonlySet<string>) => Promise<number> | number;

const done = (work: Promise<unknown>): Promise<number> => work.then(() => 0);

/** `--bare` starts the services without the example: for tests that load their own data. */
async function up(config: Config, progress: Progress, options: ReadonlySet<string>): Promise<void> {
  const stack = await startStack(config, progress);
  if (!options.has('--bare')) await showExample(config, stack, progress, process.stdout);
}

const commands: Readonly<Record<string, Command>> = {
  up: (config, progress, options) => done(up(config, progress, options)),
  down: (config, progress) => done(down(config, progress)),
  reset: (config, progress, options) => done(reset(config, progress, options.has('--yes'))),
  status: (config, _progress, options) => status(config, process.stdout, options.has('--json')),
  doctor: (config) => doctor(config, process.stdout),
  test: (config, progress, options) =>
    test(config, progress, { all: options.has('--all'), cluster: options.has('--cluster') }),
};

async function main([name = '', ...options]: readonly string[]): Promise<number> {
  const command = commands[name];
  if (command === undefined) {
    process.stderr.write(`svc: unknown development command "${name}"; commands: ${Object.keys(commands).join(', ')}\n`);
    return USAGE;
  }
  try {
    const config = readConfig(resolve(__dirname, '..', '..', '..'));
    return await command(config, new Progress(process.stderr, config.color), new Set(options));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`\n${error.message}\n  Next: ${error.nextStep}\n`);
    return 1;
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
