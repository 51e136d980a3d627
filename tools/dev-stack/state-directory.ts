import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where everything of one stack lies. Nothing of a stack is outside its state directory but the anchors of its audit log. */
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
  /** What the supervisor is to run. */
  readonly stackFile: string;
  /** What the supervisor says it runs. */
  readonly statusFile: string;
  /** Ports this stack had last time, so that addresses stay. */
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

/** What a reset removes: only what a stack made, whatever else lies there. Downloads and builds are no data. */
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

/** Makes the folders that everybody writes into; only their owner may enter. */
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

/** Writes a file whole or not at all, readable by its owner only. */
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
