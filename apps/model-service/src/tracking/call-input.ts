import type { Readable } from 'node:stream';
import { isPlainPath, type MatchedCall, ProblemError } from '@svc/contracts';
import { parseJson } from '@svc/platform';
import { z } from 'zod';
import { readBytes } from './read-bytes';

const members = z.record(z.string(), z.json());
type Members = z.infer<typeof members>;

/** What a call says, parsed once: MLflow gets it written anew, so that it can read nothing else in it. */
export interface CallInput {
  readonly query: URLSearchParams;
  /** Null for a method without one. */
  readonly body: Members | null;
}

/** Experiments, runs and logged models that a call names. */
export interface NamedIds {
  readonly experiments: readonly string[];
  readonly runs: readonly string[];
  readonly models: readonly string[];
}

/** Everything by which MLflow takes one of them. */
const NAMES: Readonly<Record<string, keyof NamedIds>> = {
  experiment_id: 'experiments',
  experiment_ids: 'experiments',
  run_id: 'runs',
  run_uuid: 'runs',
  run_ids: 'runs',
  source_run_id: 'runs',
  model_id: 'models',
};
const PATHS = ['path', 'artifact_file_path', 'artifact_directory_path'];
const RESERVED = 'svc.';
/** Of a JSON body; the gateway refuses smaller ones already. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Reads a query and a body; refuses what MLflow could understand in another way than this service does. */
export async function readInput(
  method: string,
  { query, body }: { readonly query: string; readonly body: Readable },
): Promise<CallInput> {
  const sent = method === 'GET' ? null : await readBytes(body, MAX_BODY_BYTES, tooLarge);
  const input = { query: readQuery(query), body: sent === null ? null : membersOf(sent) };
  for (const name of new Set(namesIn(input.body))) requirePlainName(name);
  return input;
}

/** Reads a query: plain names, and paths that lead nowhere else. */
export function readQuery(text: string): URLSearchParams {
  const query = new URLSearchParams(text);
  for (const [name, value] of query) {
    requirePlainName(name);
    if (PATHS.includes(name) && value !== '' && !isPlainPath(value.replace(/\/$/, '')))
      throw invalid(`"${value.slice(0, 200)}" is not a path of an artifact.`);
  }
  return query;
}

function tooLarge(): ProblemError {
  return new ProblemError('payload-too-large', `A body may have at most ${MAX_BODY_BYTES} bytes.`);
}

function membersOf(bytes: Uint8Array): Members | null {
  if (bytes.length === 0) return null;
  const read = members.safeParse(parseJson(bytes));
  if (!read.success) throw invalid('The body must be a JSON object.');
  return read.data;
}

/** Members of every object in a value. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [name, ...namesIn(inside)]);
}

/** MLflow takes `experimentId` for `experiment_id`. Its own clients and pages write the latter. */
function requirePlainName(name: string): void {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return;
  throw invalid(`"${name.slice(0, 60)}" is not the name of a parameter: they are written in lower case.`);
}

/** All experiments, runs and logged models that a call names, wherever it does so. */
export function idsIn({ params }: Pick<MatchedCall, 'params'>, { query, body }: CallInput): NamedIds {
  const found: Record<keyof NamedIds, string[]> = { experiments: [], runs: [], models: [] };
  const take = (name: string, value: unknown): void => {
    const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (kind === undefined) return each(value);
    for (const id of Array.isArray(value) ? value : [value]) {
      if (id === null || id === '') continue;
      if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) throw invalid(`"${name}" must be an id, as text.`);
      found[kind].push(id);
    }
  };
  const each = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(each);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inside] of Object.entries(value)) take(name, inside);
  };
  each(params);
  for (const [name, value] of query) take(name, value);
  each(body);
  return found;
}

/** Refuses tags that only the service sets. */
export function requireOwnTags({ params }: Pick<MatchedCall, 'params'>, body: Members | null): void {
  const tags = z.array(z.object({ key: z.string() })).safeParse(body?.['tags']).data ?? [];
  const keys = [...tags.map((it) => it.key), body?.['key'], params['tag_key']];
  const taken = keys.find((it): it is string => typeof it === 'string' && it.startsWith(RESERVED));
  if (taken !== undefined) throw invalid(`Tags that begin with "${RESERVED}" are set by the service: ${taken}.`);
}

export function bytesOf(body: Members | null): Uint8Array | null {
  return body === null ? null : Buffer.from(JSON.stringify(body));
}

export function invalid(detail: string): ProblemError {
  return new ProblemError('invalid-request', detail);
}
