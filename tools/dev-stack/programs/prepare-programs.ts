import { unpackedIn } from '@svc/testing';
import type { Config } from '../config';
import { unpackDebianPackages } from './debian-packages';
import { findPrograms, type Missing, type Programs, type WantedPrograms } from './programs';
import { Refusal } from '../refusal';
import type { StateDirectory } from '../state/state-directory';

function wantedBy(config: Config): WantedPrograms {
  return {
    postgres: config.postgresUrl === undefined,
    nats: config.natsUrl === undefined,
    redis: config.redisUrl === undefined,
  };
}

/** The programs found on this machine, without changing anything. */
export function lookForPrograms(config: Config, state: StateDirectory): ReturnType<typeof findPrograms> {
  return findPrograms(wantedBy(config), unpackedIn(config.tools), state.postgres);
}

/** The command that installs what is missing. */
export function installCommand(missing: readonly Missing[]): string {
  return `sudo apt-get install -y ${missing.map((it) => it.debianPackage).join(' ')}`;
}

/** Finds every program that the stack needs and unpacks missing ones from Debian packages. */
export async function preparePrograms(
  config: Config,
  state: StateDirectory,
  say: (detail: string) => void,
): Promise<Programs> {
  const found = lookForPrograms(config, state);
  if ('programs' in found) return found.programs;
  await unpackDebianPackages(
    found.missing.map((it) => it.debianPackage),
    config.tools,
    say,
  );
  const now = lookForPrograms(config, state);
  if ('programs' in now) return now.programs;
  throw new Refusal(
    `${now.missing.map((it) => it.program).join(', ')} not found, also not in Debian's packages.`,
    `Install by hand: ${installCommand(now.missing)}`,
  );
}
