import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresDirectories, findProgram, type Unpacked } from '@svc/testing';

/** The programs of the stack besides Node, as found on this machine. `null` for a server that runs elsewhere. */
export interface Programs {
  /** A directory with `postgres` and `initdb`. */
  readonly postgres: string | null;
  readonly nats: string | null;
  readonly redis: string | null;
  readonly bubblewrap: string;
}

export interface WantedPrograms {
  readonly postgres: boolean;
  readonly nats: boolean;
  readonly redis: boolean;
}

/** A missing program, and the Debian package that contains it. */
export interface Missing {
  readonly program: string;
  readonly debianPackage: string;
}

export type Found =
  | { readonly programs: Programs; readonly missing: readonly [] }
  | { readonly missing: readonly [Missing, ...Missing[]] };

/** `postgres (PostgreSQL) 15.18 (Debian …)` is major version 15. */
function majorVersion(directory: string): string | undefined {
  const { stdout } = spawnSync(join(directory, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
}

/** The version that created a cluster; null when there is none yet. */
function clusterVersion(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return null;
  }
}

/** Only the version that created a cluster can read it; without one, any will do. */
function postgresFor(version: string | null, directories: readonly string[]): string | null {
  if (version === null) return directories[0] ?? null;
  return directories.find((directory) => majorVersion(directory) === version) ?? null;
}

/** Finds programs: in our unpacked packages, then on PATH, then in Debian's places. Changes nothing. */
export function findPrograms(wanted: WantedPrograms, unpacked: Unpacked, cluster: string): Found {
  const missing: Missing[] = [];
  const need = (found: string | null, program: string, debianPackage: string): string => {
    if (found === null) missing.push({ program, debianPackage });
    return found ?? '';
  };
  const version = clusterVersion(cluster);
  const postgres = (): string | null => postgresFor(version, findPostgresDirectories(unpacked));
  const programs: Programs = {
    postgres: wanted.postgres
      ? need(
          postgres(),
          `Postgres${version === null ? '' : ` ${version}`}`,
          version === null ? 'postgresql' : `postgresql-${version}`,
        )
      : null,
    nats: wanted.nats ? need(findProgram('nats-server', unpacked), 'nats-server', 'nats-server') : null,
    redis: wanted.redis ? need(findProgram('redis-server', unpacked), 'redis-server', 'redis-server') : null,
    bubblewrap: need(findProgram('bwrap', unpacked), 'bwrap', 'bubblewrap'),
  };
  const [first, ...rest] = missing;
  return first === undefined ? { programs, missing: [] } : { missing: [first, ...rest] };
}
