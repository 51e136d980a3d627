import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, provesAll } from '@svc/testing';
import { z } from 'zod';
import { stackStatus, stateDir, svcJson } from './stack';

/** Installing MLflow takes a minute, and more on a busy machine; its start takes seconds. */
const INSTALL_MS = 900_000;
const describeWithMlflow = provesAll() ? describe : describe.skip;
const token = z.object({ secret: z.string() });
const ENVIRONMENT = path.join(stateDir, 'engines', 'ml-tracking');

const seen = z.looseObject({ experiment: z.string(), run: z.string() });

/** Asks with a token; follows no redirect. */
async function ask(method: string, target: string, secret: string, body?: unknown): Promise<Response> {
  const { gateway } = await stackStatus();
  return fetch(new URL(target, gateway), {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The first call of all installs MLflow; until it is there, callers are told what happens and when to ask again. */
async function untilThere(secret: string): Promise<string[]> {
  const told: string[] = [];
  for (;;) {
    const answer = await ask('GET', '/ml-tracking/version', secret);
    if (answer.status === 200) return told;
    const { message } = z.object({ message: z.string() }).parse(await answer.json());
    if (answer.status !== 503 || !message.includes('not ready yet')) throw new Error(`${answer.status}: ${message}`);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    told.push(message);
  }
}

async function client(name: string, secret: string): Promise<z.output<typeof seen>> {
  const { gateway } = await stackStatus();
  const env = {
    PATH: process.env.PATH,
    MLFLOW_TRACKING_URI: new URL('/ml-tracking', gateway).href,
    MLFLOW_TRACKING_TOKEN: secret,
    MLFLOW_DISABLE_TELEMETRY: 'true',
    GIT_PYTHON_REFRESH: 'quiet',
  };
  const python = path.join(ENVIRONMENT, 'bin', 'python');
  const text = await new Promise<string>((resolve, reject) => {
    execFile(
      python,
      ['-W', 'ignore', path.join(__dirname, 'tracking-client.py'), name],
      { env },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(stderr.slice(-3000)));
      },
    );
  });
  return seen.parse(JSON.parse(text.trim().split('\n').at(-1) ?? ''));
}

/** Processes whose command line has this text, by what the kernel says of them. */
function processesOf(text: string): number[] {
  return readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .filter((it) => commandLine(it).includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

describeWithMlflow('MLflow behind the gateway', () => {
  let ada: string;
  let stu: string;
  let name: string;
  beforeAll(async () => {
    name = `tracked-${Date.now()}`;
    ada = token.parse(await svcJson(z.unknown(), 'token', 'create', `${name}-ada`, '--role', 'editor')).secret;
    stu = token.parse(await svcJson(z.unknown(), 'token', 'create', `${name}-stu`, '--role', 'editor')).secret;
    await untilThere(ada);
  }, INSTALL_MS);

  it(
    'is used by an unmodified client, and what it may not do is refused',
    async () => {
      const found = await client(name, ada);
      expect(found).toMatchObject({
        default: 'RESOURCE_DOES_NOT_EXIST',
        same: true,
        params: { depth: '3' },
        metrics: { accuracy: 0.9 },
        status: 'FINISHED',
        history: [0.5, 0.9],
        found: [found.run],
        artifacts: ['notes', 'shape.json'],
        text: 'kept',
        logged_models: ['candidate'],
        registered: [],
        user: expect.stringMatching(/^token:/),
      });
      expect(found['refused']).toMatchObject({
        location: 'INVALID_PARAMETER_VALUE',
        absent: 'RESOURCE_DOES_NOT_EXIST',
      });
      expect(Object.values(z.record(z.string(), z.string()).parse(found['refused']))).not.toContain('not refused');
    },
    INSTALL_MS,
  );

  it(
    'shows a stranger nothing of it',
    async () => {
      const { run, experiment } = await client(`${name}-two`, ada);
      const api = '/ml-tracking/api/2.0/mlflow';
      const listed = await (await ask('POST', `${api}/experiments/search`, stu, { max_results: 1000 })).json();
      expect(z.object({ experiments: z.array(z.unknown()).default([]) }).parse(listed).experiments).toEqual([]);
      for (const [method, target, body] of [
        ['GET', `${api}/runs/get?run_id=${run}`, undefined],
        ['GET', `/ml-tracking/get-artifact?run_id=${run}&path=shape.json`, undefined],
        ['GET', `${api}-artifacts/artifacts/${experiment}/${run}/artifacts/shape.json`, undefined],
        ['POST', `${api}/runs/search`, { experiment_ids: [experiment] }],
        ['POST', `${api}/runs/delete`, { run_id: run }],
        ['GET', `${api}/experiments/get-by-name?experiment_name=${name}-two`, undefined],
      ] as const)
        expect([target, (await ask(method, target, stu, body)).status]).toEqual([target, 404]);
      const file = `${api}-artifacts/artifacts/${experiment}/${run}/artifacts/shape.json`;
      expect(await (await ask('GET', file, ada)).text()).toContain('"a"');
    },
    INSTALL_MS,
  );

  it('serves its user interface under the prefix, with all that the page loads', async () => {
    const page = await ask('GET', '/ml-tracking/', ada);
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining('<div id="root"')]);
    const parts = [...html.matchAll(/(?:src|href)="(?:\.\/)?(static-files\/[^"]+)"/g)].map(([, it = '']) => it);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      const answer = await ask('GET', `/ml-tracking/${part}`, ada);
      expect([part, answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([part, 200, true]);
    }
    expect((await ask('GET', '/ml-tracking', ada)).headers.get('location')).toBe('/ml-tracking/');
  });

  it('is reached in no other way, and ends with the process that started it', async () => {
    const pids = processesOf(`${ENVIRONMENT}/bin/python`);
    expect(pids).toHaveLength(1);
    const sockets = readFileSync(`/proc/${pids[0]}/cmdline`, 'utf8').split('\0');
    const socket = sockets.find((it) => it.endsWith('.sock')) ?? '';
    expect(existsSync(socket)).toBe(true);
    const { processes } = await stackStatus();
    const model = processes.find((it) => it.name === 'model');
    process.kill(model?.pid ?? 0, 'SIGKILL');
    await eventually(() => pids.every((it) => commandLine(String(it)) === ''));
    await untilThere(ada);
    expect(processesOf(`${ENVIRONMENT}/bin/python`)).toHaveLength(1);
  }, 300_000);
});
