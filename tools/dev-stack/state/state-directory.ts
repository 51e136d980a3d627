import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The layout of a stack's state directory. Everything of a stack is inside it, except the anchors of its audit log. */
export interface StateDirectory {
  readonly root: string;
  readonly postgres: string;
  readonly nats: string;
  readonly redis: string;
  readonly warehouse: string;
  readonly audit: string;
  readonly secrets: string;
  readonly logs: string;
  readonly run: string;
  readonly certificates: string;
  readonly certificateKey: string;
  readonly checkpointKey: string;
  readonly adminToken: string;
  /** The supervisor's input. */
  readonly stackFile: string;
  /** The supervisor's status. */
  readonly statusFile: string;
  /** The ports of the last start, so that addresses stay. */
  readonly portsFile: string;
}

export function stateDirectory(root: string): StateDirectory {
  const secrets = join(root, 'secrets');
  const run = join(root, 'run');
  return {
    root,
    postgres: join(root, 'postgres'),
    nats: join(root, 'nats'),
    redis: join(root, 'redis'),
    warehouse: join(root, 'warehouse'),
    audit: join(root, 'audit'),
    secrets,
    logs: join(root, 'log'),
    run,
    certificates: join(root, 'certificates'),
    certificateKey: join(root, 'certificate.key'),
    checkpointKey: join(root, 'checkpoint.key'),
    adminToken: join(secrets, 'admin-token'),
    stackFile: join(run, 'stack.json'),
    statusFile: join(run, 'status.json'),
    portsFile: join(root, 'ports.json'),
  };
}

/** What a reset removes: only what a stack created, whatever else is there. Downloads and builds are not data. */
export function dataOf(state: StateDirectory): readonly string[] {
  const keys = [state.certificateKey, state.checkpointKey].flatMap((key) => [key, `${key}.pub`]);
  const folders = [
    state.postgres,
    `${state.postgres}.partial`,
    state.nats,
    state.redis,
    state.warehouse,
    state.audit,
    `${state.audit}.signed`,
    state.secrets,
  ];
  return [...folders, state.logs, state.run, state.certificates, state.portsFile, ...keys];
}

/** Creates the shared folders; only their owner may enter. */
export function makeStateDirectory(state: StateDirectory): void {
  for (const folder of [
    state.root,
    state.secrets,
    state.run,
    state.logs,
    state.warehouse,
    state.nats,
    state.redis,
    state.certificates,
  ]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  chmodSync(state.secrets, 0o700);
}

/** Writes a file atomically, readable by its owner only. */
export function writePrivately(file: string, text: string): void {
  const beside = join(dirname(file), `.${process.pid}.${Date.now()}.tmp`);
  try {
    writeFileSync(beside, text, { mode: 0o600 });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
