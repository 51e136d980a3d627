import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { z } from 'zod';
import { readComposeFile, runArguments } from './compose-file';

const ROOT = path.resolve(__dirname, '../..');
const SERVERS = ['postgres', 'nats', 'redis'];
const exec = promisify(execFile);

/** What `docker inspect` says of a container, as far as it is promised. */
const container = z.object({
  Config: z.object({ User: z.string() }),
  HostConfig: z.object({
    ReadonlyRootfs: z.boolean(),
    CapDrop: z.array(z.string()).nullable(),
    SecurityOpt: z.array(z.string()).nullable(),
  }),
  State: z.object({ Status: z.string(), Health: z.object({ Status: z.string() }).optional() }),
});

/** Runs `docker`, and answers what it printed; rejects with what it complained about. */
export async function docker(...args: readonly string[]): Promise<string> {
  const { stdout } = await exec('docker', [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

/** All of `deploy/compose.yaml` on the engine at hand, with names of its own; the images are built already. */
export class ContainerStack {
  private readonly project = `svc-test-${process.pid}`;
  private readonly state = mkdtempSync(path.join(tmpdir(), 'svc-containers-'));
  private readonly file = readComposeFile({ ...process.env, SVC_STATE: this.state });
  /** Where the gateway's port is reached; elsewhere than here when the engine has a network of its own. */
  readonly url = process.env.SVC_CONTAINERS_URL ?? 'http://127.0.0.1:8080';
  readonly services = Object.keys(this.file.services).filter((name) => !SERVERS.includes(name));

  async up(): Promise<void> {
    await exec(process.execPath, [path.join(ROOT, 'tools/dist/images/compose-state.js'), this.state]);
    await docker('network', 'create', this.project);
    for (const name of SERVERS) await this.start(name);
    await this.healthy(['postgres']);
    for (const name of this.services) await this.start(name);
    await this.healthy(this.services);
  }

  async down(): Promise<void> {
    await docker('rm', '--force', ...Object.keys(this.file.services).map((name) => this.nameOf(name)));
    await docker('volume', 'rm', '--force', ...Object.keys(this.file.volumes).map((name) => this.nameOf(name)));
    await docker('network', 'rm', this.project);
    rmSync(this.state, { recursive: true, force: true });
  }

  token(): Promise<string> {
    return docker('exec', this.nameOf('gateway'), 'cat', '/var/lib/svc/state/admin-token');
  }

  async inspect(name: string): Promise<z.output<typeof container>> {
    return container.parse(JSON.parse(await docker('inspect', '--format', '{{json .}}', this.nameOf(name))));
  }

  private nameOf(name: string): string {
    return `${this.project}_${name}`;
  }

  private async start(name: string): Promise<void> {
    const service = this.file.services[name];
    if (service === undefined) throw new Error(`deploy/compose.yaml has no ${name}`);
    await docker(...runArguments(this.project, name, service, Object.keys(this.file.volumes)));
  }

  private async healthy(names: readonly string[]): Promise<void> {
    for (const name of names)
      await eventually(async () => {
        const { State } = await this.inspect(name);
        if (State.Status !== 'running') throw new Error(`${name} is ${State.Status}: see docker logs`);
        return State.Health?.Status === 'healthy';
      });
  }
}
