import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { anchorLine, makeAnchorFolder, setFormerAnchorsAside } from './state/anchor-folder';
import type { Config } from './config';
import { preparePrograms } from './programs/prepare-programs';
import { prepareState } from './stack/prepare-state';
import { preparePython } from './programs/python-environment';
import { serviceEnvironment } from './services/service-environment';
import { prepareBundle } from './services/service-bundle';
import { appOf, entryOf } from './services/service-specs';
import { choosePorts, retryWithOtherPorts } from './stack/stack-ports';
import type { Progress } from './progress';
import { metricsOf, readStack, stackId, type Stack, type StackParts } from './stack/stack';
import { combineSettings, knownVariables, readStackFile } from './services/stack-settings';
import { runningStatus, type StackStatus } from './supervisor/stack-status';
import { makeStateDirectory, stateDirectory, writePrivately, type StateDirectory } from './state/state-directory';
import { startSupervisor, stopSupervisor, untilReady } from './supervisor/supervisor-process';

const SERVERS = ['postgres', 'nats', 'redis'] as const;

/** The launcher writes this file at the end of every build. */
function buildOf(config: Config): string {
  return String(statSync(join(config.tools, 'build.stamp')).mtimeMs);
}

/** Checked before anything is started, rather than by a process that cannot start. */
function checkBuilt(root: string): void {
  for (const service of SERVICES) entryOf(root, appOf(service));
}

async function describe(config: Config, state: StateDirectory, progress: Progress): Promise<StackParts> {
  const programs = await progress.step('Postgres, NATS, Redis, bubblewrap', (say) =>
    preparePrograms(config, state, say),
  );
  const python = await progress.step('Python packages', (say) =>
    preparePython(config, say).then((folder) => ({ folder })),
  );
  return {
    root: config.root,
    state: config.state,
    programs,
    ...(config.postgresUrl !== undefined && { postgresUrl: config.postgresUrl }),
    ...(config.natsUrl !== undefined && { natsUrl: config.natsUrl }),
    ...(config.redisUrl !== undefined && { redisUrl: config.redisUrl }),
    python: python.folder,
    path: config.path,
    home: config.home,
    settings: {},
    packages: packageSettings(config.inherited),
    anchors: null,
    bundle: await prepareBundle(config, progress),
    build: buildOf(config),
  };
}

const OF_PACKAGES = /^(pip_.*|(https?|all|no)_proxy|ssl_cert_(file|dir)|requests_ca_bundle)$/i;

/** What installing packages needs of the environment. */
function packageSettings(inherited: Config['inherited']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => OF_PACKAGES.test(name)));
}

/** Prints the settings for the services, each with its origin. */
async function withSettings(config: Config, parts: StackParts, progress: Progress): Promise<StackParts> {
  const plain = {
    ...parts,
    id: '',
    ports: Object.fromEntries([...SERVICES, ...SERVICES.map(metricsOf)].map((it) => [it, 0])),
  };
  const managed = new Set(SERVICES.flatMap((service) => Object.keys(serviceEnvironment(service, plain, ''))));
  const compute = await readStackFile(config.root);
  const { variables, lines } = combineSettings(config.forServices, compute, knownVariables(config.root), managed);
  const anchors = makeAnchorFolder(config, variables);
  for (const line of [...lines, anchorLine(anchors) ?? []].flat()) progress.line(`  · ${line}`);
  return { ...parts, settings: variables, anchors: anchors.folder };
}

function privateServers(parts: StackParts): string[] {
  return SERVERS.filter((server) => parts.programs[server] !== null);
}

/** The requested port may differ from the one chosen earlier. */
function listensWhereAsked({ httpPort }: Config, { children }: StackStatus): boolean {
  const gateway = children.find((it) => it.name === 'gateway')?.address ?? '';
  return httpPort === undefined || gateway.endsWith(`:${httpPort}`);
}

/** Starts everything that does not run yet and waits until all of it is ready. A running stack is left alone. */
export async function startStack(config: Config, progress: Progress): Promise<Stack> {
  const state = stateDirectory(config.state);
  checkBuilt(config.root);
  makeStateDirectory(state);
  const parts = await withSettings(config, await describe(config, state, progress), progress);
  const id = stackId(parts);
  const count = privateServers(parts).length + SERVICES.length;
  const running = runningStatus(state.statusFile);
  if (running?.stack === id && listensWhereAsked(config, running)) {
    await progress.step('Running already', (say) =>
      untilReady(state, count, () => false, say).then(() => `${count} processes`),
    );
    return readStack(state.stackFile);
  }
  if (running !== null)
    await progress.step('Stopping the running stack: its build or settings have changed', () =>
      stopSupervisor(state).then(() => ''),
    );
  return retryWithOtherPorts(
    () => startOnPorts(config, { ...parts, id }, count, progress),
    () => stopSupervisor(state),
  );
}

async function startOnPorts(
  config: Config,
  parts: Omit<Stack, 'ports'>,
  count: number,
  progress: Progress,
): Promise<Stack> {
  const state = stateDirectory(config.state);
  const names = [...SERVERS, ...SERVICES, ...SERVICES.map(metricsOf)];
  const stack: Stack = { ...parts, ports: await choosePorts(state.portsFile, names, config.httpPort) };
  const aside = stack.anchors === null ? null : setFormerAnchorsAside(stack.anchors, config.state);
  if (aside !== null)
    progress.line(`  · Anchors of an earlier audit log, which no longer exists, are kept in ${aside}`);
  await progress.step('Secrets and databases', () => prepareState(stack));
  writePrivately(state.stackFile, JSON.stringify(stack, null, 2));
  await progress.step('Starting', async (say) => {
    const hasEnded = startSupervisor(state, { PATH: `${dirname(process.execPath)}:${config.path}`, HOME: config.home });
    await untilReady(state, count, hasEnded, say);
    return `${count} processes are ready`;
  });
  return stack;
}
