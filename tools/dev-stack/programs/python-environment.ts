import { join } from 'node:path';
import type { Config } from '../config';
import { Refusal } from '../refusal';
import { complaint, lastWords, runCommand } from './run-command';

type Say = (detail: string) => void;

/** Debian ships Python without venv; root or passwordless sudo may install it. */
async function installVenv(config: Config, say: Say): Promise<void> {
  const byHand = 'Install it: sudo apt-get install -y python3-venv';
  const sudo = config.isRoot ? [] : ['sudo', '-n'];
  if (!config.isRoot && (await runCommand('sudo', ['-n', 'true'])).status !== 0) {
    throw new Refusal("Python's venv module is missing, and there is no sudo without a password.", byHand);
  }
  say('installing python3-venv');
  const env = { ...config.inherited, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'python3-venv'],
  ]) {
    const [program = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args];
    const done = await runCommand(program, rest, { env });
    if (done.status !== 0) throw new Refusal(`python3-venv cannot be installed:\n${lastWords(done)}`, byHand);
  }
}

/** What is installed where, below the tools' folder: derivations, the tools that test `python/`, the engines with theirs. */
const ENVIRONMENTS = {
  python: [],
  'python-dev': ['--dev'],
  'ml-core': ['--group', 'ml-core', '--dev'],
} as const;

/**
 * Creates the locked Python environment, or finds it complete; returns its folder. The tools that test python/
 * itself are in an environment of their own: a running stack keeps the one it uses.
 */
export async function preparePython(
  config: Config,
  say: Say,
  name: keyof typeof ENVIRONMENTS = 'python',
): Promise<string> {
  const target = join(config.tools, name);
  if ((await runCommand('python3', ['-c', 'import ensurepip, venv'])).status !== 0) await installVenv(config, say);
  const args = [join(config.root, 'python', 'provision.py'), target, ...ENVIRONMENTS[name]];
  const done = await runCommand('python3', args, { onLine: say });
  if (done.status !== 0)
    throw new Refusal(
      `Python packages cannot be installed:\n${complaint(done)}`,
      'Correct that and run the same command again; it continues where it stopped.',
    );
  return target;
}
