import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@svc/contracts';
import { ContainerStack, docker } from './container-stack';

const ROOT = path.resolve(__dirname, '../..');
const EXAMPLE = path.join(ROOT, 'examples/flights');
const exec = promisify(execFile);
const stack = new ContainerStack();

/** What a service finds before it takes work, in a container of its image with these options. */
function wallsIn(image: string, ...options: readonly string[]): Promise<string> {
  return docker('run', '--rm', '--cap-drop', 'ALL', ...options, image, 'node', '-e', FIND_WALLS);
}

const FIND_WALLS = "require('@svc/runner').findWalls('').then((it) => console.log(it.problem ?? 'every wall holds'))";
const PROFILE = ['--security-opt', `seccomp=${path.join(ROOT, 'deploy/seccomp.json')}`];
const PROC = ['--security-opt', 'systempaths=unconfined'];

describe.each(['svc/cert-service', 'svc/compute-service'])('the walls in a container of %s', (image) => {
  it('hold with the two settings of deploy/compose.yaml, for an ordinary user without capabilities', async () => {
    expect(await wallsIn(image, ...PROFILE, ...PROC)).toBe('every wall holds');
  });

  it('do not without one of them, and the service is told which', async () => {
    expect(await wallsIn(image, ...PROC)).toContain('seccomp=deploy/seccomp.json');
    expect(await wallsIn(image, ...PROFILE)).toContain('systempaths=unconfined');
  });
});

describe('all services in containers', () => {
  let client: Client;
  let token: string;
  beforeAll(async () => {
    await stack.up();
    token = await stack.token();
    client = createClient({ baseUrl: stack.url, token });
  });
  afterAll(() => stack.down());

  it('run as an ordinary user without capabilities, on a root file system that nobody can write', async () => {
    for (const service of stack.services) {
      const { Config, HostConfig, State } = await stack.inspect(service);
      expect({ service, user: Config.User, ...HostConfig }).toMatchObject({
        user: 'node',
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: expect.arrayContaining(['no-new-privileges']),
      });
      expect(State.Health).toEqual({ Status: 'healthy' });
    }
  });

  it('do the main job: rows, two runs in the sandbox, the oracle, a certificate, a metric with its proof', async () => {
    const python = path.join(ROOT, '.svc/python/bin/python');
    if (!existsSync(path.join(EXAMPLE, 'data'))) await exec(python, [path.join(EXAMPLE, 'fetch.py')]);
    await exec(process.execPath, [path.join(ROOT, 'apps/cli/dist/svc.mjs'), 'apply', EXAMPLE], {
      env: { PATH: process.env.PATH, SVC_URL: stack.url, SVC_TOKEN: token },
    });
    const { certification, newest_run } = await client.getDerivation({ params: { name: 'departures' } });
    expect(newest_run).toMatchObject({ outcome: 'succeeded', verdict: 'sound', rows: 328_521 });
    const answer = await client.queryMetric({ params: { name: 'average_delay' }, body: { grain: 'month' } });
    expect(answer.rows).toHaveLength(12);
    expect(answer.source).toMatchObject({ certificate_digest: certification.certificate_digest });
    const refused = await client.getDerivation({ params: { name: 'older_aircraft' } });
    expect(refused).toMatchObject({ certification: { certified: false }, newest_run: { verdict: 'unsound' } });
    expect(await client.verifyAudit()).toMatchObject({ state: 'intact' });
  });
});
