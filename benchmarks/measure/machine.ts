import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

const GiB = 1024 ** 3;

/** Since when a benchmark runs, and how busy the machine was before it began. */
export interface Beginning {
  readonly at: Date;
  readonly load: readonly number[];
}

export function begin(): Beginning {
  return { at: new Date(), load: loadavg() };
}

/** What every table needs beside it: when, on what, and how quiet it was. `versions` name what took part. */
export function machineText({ at, load }: Beginning, versions: Readonly<Record<string, string>>): string {
  const named = Object.entries({ 'Node.js': process.versions.node, ...versions }).map(
    ([name, version]) => `${name} ${version}`,
  );
  return [
    `- ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${String(Math.round((Date.now() - at.getTime()) / 1000))} s`,
    `- ${String(availableParallelism())} cores (${cpus()[0]?.model ?? 'unknown'}), ${String(Math.round(totalmem() / GiB))} GiB, ${type()} ${release()} ${arch()}`,
    `- ${named.join(', ')}`,
    `- load average before: ${loadText(load)}; after: ${loadText(loadavg())}; the share of time in which somebody waited for a processor: ${pressure()}`,
    '',
  ].join('\n');
}

function loadText(load: readonly number[]): string {
  return load.map((it) => it.toFixed(1)).join(' ');
}

/** Pressure stall information of the last five minutes; a load average alone also counts who waits for a disk. */
function pressure(): string {
  try {
    return `${/^some .*avg300=([\d.]+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? 'unknown'} %`;
  } catch {
    return 'unknown';
  }
}
