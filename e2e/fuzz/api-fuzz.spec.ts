import { execFile } from 'node:child_process';
import path from 'node:path';
import { endpoints } from '@svc/contracts';
import { stackStatus } from '../stack';

const ROOT = path.resolve(__dirname, '..', '..');
const PYTHON = path.join(ROOT, '.svc', 'python-dev');

function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, stdout, stderr });
      },
    );
  });
}

/** The short form; the long one, with its figures, is run by hand: see e2e/README.md. `SEED` draws other requests. */
async function fuzz(
  role: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { gateway, token } = await stackStatus();
  return run(
    path.join(PYTHON, 'bin', 'python'),
    [path.join('e2e', 'fuzz', 'fuzz.py'), '--form', 'short', '--role', role],
    { SVC_URL: gateway, SVC_TOKEN: token },
  );
}

describe('requests drawn from the OpenAPI document', () => {
  beforeAll(async () => {
    // Costs nothing when it is there already.
    const provisioned = await run('python3', [path.join('python', 'provision.py'), PYTHON, '--dev']);
    expect(provisioned).toMatchObject({ code: 0 });
  }, 600_000);

  it('are answered as the document says, by every operation, and never with a defect or with what only the inside knows', async () => {
    const { code, stdout, stderr } = await fuzz('admin');
    expect(`${stderr}\n${stdout}`).toContain(`of ${String(endpoints.length)} operations`);
    expect({ code, told: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, told: '' });
  }, 600_000);
});
