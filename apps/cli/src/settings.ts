import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The service's address, and the token. */
export interface Settings {
  readonly url: string;
  readonly token: string | undefined;
  /** Where `url` was found, for error messages. */
  readonly origin: string;
}

/** Values from the command line; they win over everything else. */
export interface GivenSettings {
  readonly url: string | undefined;
  readonly token: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Flags, else `SVC_URL` and `SVC_TOKEN`, else the service that `./svc up` started from the nearest folder above with a
 * `.svc/` (or from `SVC_STATE_DIR`). A local token is used only for the local service: it is never sent to an address
 * that somebody typed. Null when no service is configured.
 */
export function findSettings(given: GivenSettings, env: Environment, cwd: string): Settings | null {
  const typed = given.url ?? nonEmpty(env.SVC_URL);
  const token = given.token ?? nonEmpty(env.SVC_TOKEN);
  const local = findLocalStack(env, cwd);
  if (typed === undefined)
    return local === null ? null : { url: local.url, token: token ?? local.token, origin: local.origin };
  const url = typed.replace(/\/+$/, '');
  const ownToken = local !== null && sameOrigin(local.url, url) ? local.token : undefined;
  return { url, token: token ?? ownToken, origin: given.url === undefined ? 'SVC_URL' : '--url' };
}

/** The state directory of the stack on this machine that serves this address; null if none is found from here. */
export function localStateDirectory(url: string, env: Environment, cwd: string): string | null {
  const local = findLocalStack(env, cwd);
  return local !== null && sameOrigin(local.url, url) ? local.origin : null;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

interface LocalStack {
  readonly url: string;
  readonly token: string | undefined;
  readonly origin: string;
}

function findLocalStack(env: Environment, cwd: string): LocalStack | null {
  for (const directory of stateDirectories(env, cwd)) {
    const url = gatewayIn(join(directory, 'run', 'status.json'));
    if (url !== null) return { url, token: tokenIn(directory), origin: directory };
  }
  return null;
}

/** Where a stack of `./svc up` may keep its state: `SVC_STATE_DIR`, else the `.svc/` here and above, nearest first. */
export function stateDirectories(env: Environment, cwd: string): readonly string[] {
  const stated = nonEmpty(env.SVC_STATE_DIR);
  if (stated !== undefined) return [resolve(cwd, stated)];
  const folders = [resolve(cwd)];
  for (let above = dirname(resolve(cwd)); above !== folders.at(-1); above = dirname(above)) folders.push(above);
  return folders.map((it) => join(it, '.svc'));
}

function gatewayIn(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const children = member(JSON.parse(readFileSync(file, 'utf8')), 'children');
    const gateway: unknown = Array.isArray(children) ? children.find((it) => member(it, 'name') === 'gateway') : null;
    const url = member(gateway, 'address');
    return typeof url === 'string' && URL.canParse(url) ? url : null;
  } catch {
    return null;
  }
}

function tokenIn(directory: string): string | undefined {
  const file = join(directory, 'secrets', 'admin-token');
  return existsSync(file) ? nonEmpty(readFileSync(file, 'utf8')) : undefined;
}

/** A member of an arbitrary JSON value. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
