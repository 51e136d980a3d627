import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ConfigError } from './config-error';

/** Reads a text file; a port so that tests need no disk. */
export type ReadFile = (path: string) => string;

export const readTextFile: ReadFile = (path) => readFileSync(path, 'utf8');

/**
 * Reads a service's configuration from the environment: the only place that does. A variable `X` may instead come from
 * the file named by `X_FILE` (for secrets; trailing line ends are cut). Empty means absent. The result is deeply frozen.
 * Throws a {@link ConfigError} that lists every variable at fault with what to set.
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>> = process.env,
  readFile: ReadFile = readTextFile,
): Readonly<z.output<S>> {
  const faults = new Map<string, string>();
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = valueOf(name, env, readFile, faults);
    if (value !== undefined) values[name] = value;
  }
  const parsed = schema.safeParse(values);
  if (parsed.success && faults.size === 0) return deepFreeze(parsed.data);
  const issues = parsed.success ? [] : parsed.error.issues.filter((issue) => !faults.has(String(issue.path[0])));
  throw new ConfigError([...faults.values(), ...issues.map((issue) => explain(schema, issue, values))]);
}

function valueOf(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile,
  faults: Map<string, string>,
): string | undefined {
  const direct = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    faults.set(name, `${name}: both ${name} and ${name}_FILE are set; keep one.`);
    return direct;
  }
  try {
    return readFile(file).replace(/[\r\n]+$/, '');
  } catch {
    faults.set(name, `${name}_FILE: the file ${file} cannot be read; check the path and its permissions.`);
    return undefined;
  }
}

/** zod's messages quote no input, so a secret never reaches the text. */
function explain(schema: z.ZodObject, issue: z.core.$ZodIssue, values: Readonly<Record<string, string>>): string {
  const name = String(issue.path[0] ?? 'the environment');
  const field: unknown = schema.shape[name];
  const wanted = describe(field);
  const missing = !(name in values);
  const advice = wanted === undefined ? '' : ` Set it to ${wanted}.`;
  return missing ? `${name} is missing.${advice}` : `${name} is not usable: ${issue.message}.${advice}`;
}

function describe(field: unknown): string | undefined {
  if (typeof field !== 'object' || field === null || !('description' in field)) return undefined;
  return typeof field.description === 'string' ? field.description : undefined;
}

function deepFreeze<T>(value: T): Readonly<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
