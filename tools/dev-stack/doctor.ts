import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';
import { damagedObjects, inWords, quarantineOf } from './state/damaged-objects';
import { installCommand, lookForPrograms } from './programs/prepare-programs';
import { runCommand } from './programs/run-command';
import { degradedAt, isReadyAt } from './services/service-specs';
import { readStatus, runningStatus, type ChildStatus } from './supervisor/stack-status';
import { stateDirectory, type StateDirectory } from './state/state-directory';

/** The result of a check and, when it fails, what to do. */
export type Finding = { readonly fine: string } | { readonly wrong: string; readonly nextStep: string };

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Twice the default reserve of the services (docs/storage.md): close enough to act. */
function nearReserve(size: number): number {
  return 2 * Math.min(4 * GIB, Math.max(64 * MIB, size / 20));
}

function disk(state: StateDirectory, root: string): Finding {
  const { blocks, bavail, bsize } = statfsSync(existsSync(state.root) ? state.root : root);
  const free = `${(Number(bavail * bsize) / GIB).toFixed(1)} GiB free`;
  if (bavail * bsize >= nearReserve(blocks * bsize)) return { fine: `Disk: ${free}` };
  return {
    wrong: `Disk: only ${free}; near the reserve uploads, runs and answers in files are refused (insufficient-storage)`,
    nextStep: 'Free some space; docs/storage.md says what may go. ./svc reset removes the data of this stack.',
  };
}

function programs(config: Config, state: StateDirectory): Finding {
  const found = lookForPrograms(config, state);
  if ('programs' in found) return { fine: 'Postgres, NATS, Redis and bubblewrap are installed' };
  const names = found.missing.map((it) => it.program).join(', ');
  return { wrong: `Not found: ${names}`, nextStep: `./svc up fetches them; or: ${installCommand(found.missing)}` };
}

async function isolation(config: Config, state: StateDirectory): Promise<Finding> {
  const found = lookForPrograms(config, state);
  if (!('programs' in found)) return { wrong: 'Isolation: bubblewrap cannot be tried', nextStep: './svc up' };
  const tried = await runCommand(found.programs.bubblewrap, [
    '--unshare-all',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    'true',
  ]);
  if (tried.status === 0) return { fine: 'Isolation: bubblewrap makes sandboxes' };
  return {
    wrong: `Isolation: bubblewrap cannot make a sandbox (${tried.stderr.trim()}); no derivation will run`,
    nextStep:
      'Allow user namespaces: sudo sysctl -w user.max_user_namespaces=15000; on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0. In a container: docs/containers.md says which settings.',
  };
}

/** The services' log lines about limits of sandboxes, newest last. */
const SAID_OF_LIMITS = /"msg":"((?:Sandboxes are limited by|No cgroup limits sandboxes)[^"]*)"/g;

/** The mechanism that limits sandboxes, as compute-service found it: its cgroup counts, not this program's. */
function limits({ logs }: StateDirectory): Finding[] {
  const log = join(logs, 'compute.log');
  const said = existsSync(log) ? [...readFileSync(log, 'utf8').matchAll(SAID_OF_LIMITS)].at(-1)?.[1] : undefined;
  return said === undefined ? [] : [{ fine: `Limits: ${said}` }];
}

/** Isolation that this machine, or its operator, leaves out. */
export function missingWalls(arch: string, settings: Readonly<Record<string, string>>): Finding[] {
  const off: Finding = {
    wrong: 'Isolation: SVC_WORKER_ISOLATION=none, so workers and the oracle run without walls, and no derivation runs',
    nextStep: 'Unset SVC_WORKER_ISOLATION, unless the container isolates each service and nothing else runs in it.',
  };
  const filter: Finding = {
    wrong: `Isolation: there is no system-call filter for ${arch}, so no derivation runs`,
    nextStep: 'Run svc on x64 or arm64.',
  };
  const clock: Finding = {
    fine: 'Clock: cannot be shifted for the second run on arm64; the reproducibility gate says so in each attestation',
  };
  return [
    ...(settings['SVC_WORKER_ISOLATION'] === 'none' ? [off] : []),
    ...(arch === 'x64' ? [] : arch === 'arm64' ? [clock] : [filter]),
  ];
}

function python(config: Config): Finding {
  if (existsSync(join(config.tools, 'python', '.complete'))) return { fine: 'Python packages are installed' };
  return { wrong: 'Python packages are not or only half installed', nextStep: './svc up installs them.' };
}

/** A signing key that others can read proves nothing. */
function keys(state: StateDirectory): Finding {
  const open = [state.certificateKey, state.checkpointKey, state.adminToken].filter(
    (file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0,
  );
  if (open.length === 0) return { fine: 'Keys and tokens are readable by their owner only' };
  return { wrong: `Others can read ${open.join(', ')}`, nextStep: `chmod 600 ${open.join(' ')}` };
}

function storedRows(state: StateDirectory): Finding {
  const damaged = damagedObjects(state);
  if (damaged.length === 0) return { fine: 'Stored objects: none is known to be damaged' };
  return {
    wrong: `Stored objects: ${inWords(damaged)}`,
    nextStep: `Upload the same file again, svc derivation run <name> --force, or restore a backup. Details: ${quarantineOf(state)}`,
  };
}

async function child(it: ChildStatus): Promise<Finding> {
  const answers = it.address.startsWith('http')
    ? it.pid !== null && (await isReadyAt(it.address, it.pid))
    : it.state === 'ready';
  const restarts = it.restarts === 0 ? '' : `, started again ${it.restarts} ×`;
  const without = answers && it.address.startsWith('http') ? await degradedAt(it.address) : [];
  if (without.length > 0)
    return {
      wrong: `${it.name} works without everything: ${without.join(', ')}${restarts}`,
      nextStep: 'docs/storage.md says what is refused while the disk is full except for its reserve, and what to do.',
    };
  if (answers) return { fine: `${it.name} is ready at ${it.address}${restarts}` };
  return { wrong: `${it.name} is not ready (${it.state}${restarts})`, nextStep: `Its log: ${it.log}` };
}

async function processes(state: StateDirectory): Promise<Finding[]> {
  const running = runningStatus(state.statusFile);
  if (running !== null) return Promise.all(running.children.map(child));
  const failure = readStatus(state.statusFile)?.failure ?? null;
  if (failure === null) return [{ wrong: 'Nothing runs', nextStep: './svc up' }];
  return [
    {
      wrong: `Nothing runs; the last start ended with: ${failure}`,
      nextStep: `See ${join(state.logs, 'supervisor.log')}, then ./svc up`,
    },
  ];
}

/** Checks everything the stack depends on; changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const state = stateDirectory(config.state);
  return [
    { fine: `Node ${process.versions.node}` },
    disk(state, config.root),
    programs(config, state),
    await isolation(config, state),
    ...missingWalls(process.arch, config.forServices),
    ...limits(state),
    python(config),
    keys(state),
    storedRows(state),
    ...(await processes(state)),
  ];
}

/** Prints each finding; returns the exit code: 0 when all is well. */
export async function doctor(config: Config, out: NodeJS.WritableStream): Promise<number> {
  const findings = await examine(config);
  for (const finding of findings) {
    out.write('fine' in finding ? `✓ ${finding.fine}\n` : `✗ ${finding.wrong}\n    next: ${finding.nextStep}\n`);
  }
  return findings.every((it) => 'fine' in it) ? 0 : 1;
}
