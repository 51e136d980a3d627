import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { parse } from 'yaml';
import { z } from 'zod';

const exec = promisify(execFile);
export const ROOT = path.resolve(__dirname, '../..');

const template = z.object({ spec: z.object({ template: z.object({ spec: z.looseObject({}) }) }) });
const pod = z.object({
  status: z.object({
    phase: z.string(),
    containerStatuses: z
      .array(z.object({ state: z.object({ waiting: z.object({ reason: z.string() }).optional() }) }))
      .default([]),
  }),
});
const nodes = z.object({
  items: z.array(
    z.object({
      status: z.object({
        runtimeHandlers: z
          .array(
            z.object({
              features: z.object({ userNamespaces: z.boolean().default(false) }).default({ userNamespaces: false }),
            }),
          )
          .default([]),
      }),
    }),
  ),
});

/** The specification of the pods of a Deployment below deploy/kubernetes. */
export function podsOf(file: string): Record<string, unknown> {
  return template.parse(parse(readFileSync(path.join(ROOT, 'deploy/kubernetes', file), 'utf8'))).spec.template.spec;
}

/** The cluster that `kubectl` reaches, in a namespace of its own. */
export class TestCluster {
  readonly namespace = `svc-test-${process.pid}`;
  private pods = 0;

  /** Runs `kubectl`, and answers what it printed; rejects with what it complained about. */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { stdout } = await exec('kubectl', ['--namespace', this.namespace, ...args], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  }

  /** With the images, where SVC_CLUSTER_LOAD names a command that takes them as `docker save` writes them, and the profile on every node. */
  async up(images: readonly string[]): Promise<void> {
    const load = process.env.SVC_CLUSTER_LOAD;
    if (load !== undefined) for (const image of images) await loadImage(load, image);
    await this.kubectl('create', 'namespace', this.namespace);
    await this.kubectl('create', 'configmap', 'svc-seccomp', `--from-file=${path.join(ROOT, 'deploy/seccomp.json')}`);
    await this.apply(parse(readFileSync(path.join(ROOT, 'deploy/kubernetes/seccomp-profile.yaml'), 'utf8')));
    await this.kubectl('rollout', 'status', 'daemonset/svc-seccomp', '--timeout=300s');
  }

  async down(): Promise<void> {
    await this.kubectl('delete', 'namespace', this.namespace, '--wait=false');
  }

  /** Whether every node can give a pod users of its own. */
  async hasUserNamespaces(): Promise<boolean> {
    const { items } = nodes.parse(JSON.parse(await this.kubectl('get', 'nodes', '--output', 'json')));
    return items.every(({ status }) => status.runtimeHandlers.some(({ features }) => features.userNamespaces));
  }

  /** Runs a pod to its end, and answers what it printed. Rejects when the cluster does not take it or cannot start it. */
  async run(spec: object): Promise<string> {
    this.pods += 1;
    const name = `pod-${String(this.pods)}`;
    await this.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { ...spec, restartPolicy: 'Never' } });
    await eventually(() => this.hasEnded(name));
    return this.kubectl('logs', name);
  }

  private async hasEnded(name: string): Promise<boolean> {
    const found = pod.parse(JSON.parse(await this.kubectl('get', 'pod', name, '--output', 'json'))).status;
    const waiting = found.containerStatuses.map(({ state }) => state.waiting?.reason ?? '').join(' ');
    const events = ['get', 'events', '--field-selector', `involvedObject.name=${name}`, '--output'];
    const said = found.phase === 'Pending' ? await this.kubectl(...events, 'jsonpath={.items[*].message}') : '';
    if (/Err|BackOff/.test(waiting) || said.includes('user namespaces')) throw new Error(`${waiting}: ${said}`);
    return found.phase === 'Succeeded' || found.phase === 'Failed';
  }

  private async apply(what: unknown): Promise<void> {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'svc-cluster-')), 'object.json');
    writeFileSync(file, JSON.stringify(what));
    try {
      await this.kubectl('apply', '--filename', file);
    } finally {
      rmSync(path.dirname(file), { recursive: true });
    }
  }
}

async function loadImage(load: string, image: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-image-'));
  try {
    await exec('docker', ['save', '--output', path.join(folder, 'image.tar'), image]);
    await exec('bash', ['-c', `${load} "$1"`, 'load', path.join(folder, 'image.tar')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
