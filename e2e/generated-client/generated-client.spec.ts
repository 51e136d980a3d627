import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints, metricAnswer } from '@svc/contracts';
import { z } from 'zod';
import { stackStatus } from '../stack';

const ROOT = path.resolve(__dirname, '..', '..');
const run = promisify(execFile);
const tool = (name: string, ...args: string[]) =>
  run(path.join(ROOT, 'node_modules', '.bin', name), args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });

const outcome = z.object({
  dataset: z.string(),
  job: z.string(),
  certified: z.boolean(),
  verdict: z.string(),
  digest: z.string(),
  certificate: z.looseObject({
    schema: z.string(),
    certificate: z.looseObject({ derivation: z.string(), verdict: z.string() }),
  }),
  answer: metricAnswer,
  counted: z.looseObject({ rows: z.array(z.array(z.json())) }),
  missing: z.string(),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-generated-client-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const NAME = 'by_generated_client';

describe('a client that a generator makes of docs/openapi.json', () => {
  it('has every operation', async () => {
    await tool(
      'openapi-ts',
      '--input',
      path.join(ROOT, 'docs', 'openapi.json'),
      '--output',
      path.join(folder, 'client'),
      '--client',
      '@hey-api/client-fetch',
    );
    const sdk = readFileSync(path.join(folder, 'client', 'sdk.gen.ts'), 'utf8');
    expect([...sdk.matchAll(/^export const /gm)]).toHaveLength(endpoints.length);
    for (const { path: route } of endpoints) expect(sdk).toContain(`url: '${route}'`);
  });

  it('compiles strictly together with the main job written against it, without a cast', async () => {
    copyFileSync(path.join(__dirname, 'main-job.mts'), path.join(folder, 'main-job.ts'));
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules', '@types')],
    };
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['main-job.ts', 'client'] }),
    );
    const { stdout } = await tool('tsc', '-p', folder).catch((error: unknown) =>
      z.object({ stdout: z.string() }).parse(error),
    );
    expect(stdout).toBe('');
    expect(readFileSync(path.join(folder, 'main-job.ts'), 'utf8')).not.toMatch(/ as (?!const\b|n from)|: any\b/);
  });

  it('does the main job: upload, derivation, run, certificate, metric, query, SQL, and a refusal that it understands', async () => {
    await tool(
      'esbuild',
      'main-job.ts',
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--outfile=main-job.mjs',
      '--log-level=warning',
    );
    const { gateway, token } = await stackStatus();
    const { stdout } = await run(process.execPath, [path.join(folder, 'main-job.mjs'), NAME, gateway, token], {
      maxBuffer: 16 * 1024 * 1024,
    });
    const done = outcome.parse(JSON.parse(stdout));
    expect(done).toMatchObject({
      dataset: `${NAME}_rows`,
      job: 'succeeded',
      certified: true,
      verdict: 'sound',
      missing: 'not-found',
    });
    expect(done.certificate).toMatchObject({
      schema: 'svc.certificate/v1',
      certificate: { derivation: NAME, verdict: 'sound' },
    });
    expect(done.answer.source).toMatchObject({ derivation: NAME, certificate_digest: done.digest });
    expect(done.answer.rows.map(([half]) => half)).toEqual(['a', 'b']);
    expect(done.counted.rows).toEqual([[300]]);
  });

  it('needs nothing of ours: the folder holds what the generator wrote, and the job', () => {
    const imports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((it) => it.endsWith('.ts'))
      .flatMap((it) =>
        [...readFileSync(path.join(folder, it), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, from]) => from),
      );
    expect(imports.length).toBeGreaterThan(5);
    expect(imports.filter((from) => from?.startsWith('.') !== true)).toEqual([]);
  });
});
