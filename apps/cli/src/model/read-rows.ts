import { resolve } from 'node:path';
import { invocation, type Invocation } from '@svc/contracts';
import type { CommandContext } from '../command/command';
import { readText } from '../command/read-text';
import { UsageError } from '../command/usage-error';

/**
 * Rows to predict from a file or standard input: a JSON array, one object, an object per line, or a payload as the API takes it.
 */
export async function readInvocation(file: string, { terminal }: CommandContext): Promise<Invocation> {
  const text = file === '-' ? await terminal.readInput() : readText(resolve(terminal.cwd, file), file);
  const value = jsonOf(text, file);
  const payload = invocation.safeParse(value);
  return payload.success ? payload.data : { instances: Array.isArray(value) ? value : [value] };
}

/** JSON from a file or standard input. */
export async function readJson(file: string, { terminal }: CommandContext): Promise<unknown> {
  return jsonOf(file === '-' ? await terminal.readInput() : readText(resolve(terminal.cwd, file), file), file);
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((it) => it.trim() !== '');
    return lines.map((line, i) => lineOf(line, i, file));
  }
}

function lineOf(line: string, i: number, file: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(`${file === '-' ? 'standard input' : file} is neither JSON nor JSON lines (line ${i + 1})`);
  }
}
