import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unpackedIn } from '@svc/testing';
import { Refusal } from '../refusal';
import { lastWords, runCommand } from './run-command';
import { wrapPrograms } from './unpacked-programs';

type Say = (detail: string) => void;

/** A private apt: its lists and archives are in our folder, so it needs neither root nor the system's lock. */
function aptOptions(folder: string): string[] {
  const settings = [
    `Dir::State::lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    `Dir::Cache::archives=${folder}/archives`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
  ];
  return ['-q', ...settings.flatMap((setting) => ['-o', setting])];
}

async function download(packages: readonly string[], folder: string, say: Say): Promise<string[]> {
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  const apt = aptOptions(folder);
  const byHand = `Check the network, or install by hand: sudo apt-get install -y ${packages.join(' ')}`;
  say('reading the package lists');
  const updated = await runCommand('apt-get', [...apt, 'update']);
  if (updated.status !== 0) throw new Refusal(`Debian's package lists cannot be read:\n${lastWords(updated)}`, byHand);
  say(`downloading ${packages.join(', ')}`);
  const fetched = await runCommand('apt-get', [
    ...apt,
    'install',
    '--yes',
    '--no-install-recommends',
    '--download-only',
    ...packages,
  ]);
  if (fetched.status !== 0)
    throw new Refusal(`${packages.join(', ')} cannot be downloaded:\n${lastWords(fetched)}`, byHand);
  const archives = join(folder, 'archives');
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
}

/**
 * Unpacks Debian packages with their dependencies into `<tools>/tools`, without installing them: no root, no service
 * started, no change to the system. Programs appear in `bin/` and `postgres/<version>/bin` last of all, so
 * that an interrupted run can simply be repeated.
 */
export async function unpackDebianPackages(packages: readonly string[], tools: string, say: Say): Promise<void> {
  const folder = join(tools, 'tools');
  const root = join(folder, 'root');
  const apt = join(folder, 'apt');
  mkdirSync(root, { recursive: true });
  try {
    for (const archive of await download(packages, apt, say)) {
      say(`unpacking ${basename(archive)}`);
      const unpacked = await runCommand('dpkg-deb', ['--extract', archive, root]);
      if (unpacked.status !== 0)
        throw new Refusal(
          `${basename(archive)} cannot be unpacked:\n${lastWords(unpacked)}`,
          'Is the disk full? df -h .',
        );
    }
  } finally {
    rmSync(apt, { recursive: true, force: true });
  }
  wrapPrograms(root, unpackedIn(tools));
}
