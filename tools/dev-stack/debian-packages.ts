import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refusal } from './refusal';
import { lastWords, runCommand } from './run-command';

type Say = (detail: string) => void;

/** An apt of our own: its lists and archives lie in our folder, so it needs neither root nor the system's lock. */
function aptOptions(folder: string): string[] {
  const settings = [`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}`, `Dir::Cache::archives=${folder}/archives`, 'Debug::NoLocking=true', 'APT::Sandbox::User='];
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
  const fetched = await runCommand('apt-get', [...apt, 'install', '--yes', '--no-install-recommends', '--download-only', ...packages]);
  if (fetched.status !== 0) throw new Refusal(`${packages.join(', ')} cannot be downloaded:\n${lastWords(fetched)}`, byHand);
  const archives = join(folder, 'archives');
  return readdirSync(archives).filter((name) => name.endsWith('.deb')).map((name) => join(archives, name));
}

function libraryFolders(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((folder) => {
    try {
      const names = readdirSync(join(root, folder)).filter((name) => name.includes('-linux-gnu'));
      return names.map((name) => join(root, folder, name));
    } catch {
      return [];
    }
  });
}

/** A program that finds the libraries unpacked beside it. Its process id is that of the program. */
function writeWrapper(file: string, program: string, libraries: readonly string[]): void {
  writeFileSync(file, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${program}' "$@"\n`);
  chmodSync(file, 0o755);
}

function wrapPrograms(root: string, into: string, names: readonly string[]): void {
  mkdirSync(into, { recursive: true });
  const libraries = libraryFolders(root);
  for (const folder of ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((it) => join(root, it))) {
    for (const name of names.filter((it) => entries(folder).includes(it))) writeWrapper(join(into, name), join(folder, name), libraries);
  }
}

function wrapPostgres(root: string, into: string): void {
  for (const version of entries(join(root, 'usr/lib/postgresql'))) {
    const programs = join(root, 'usr/lib/postgresql', version, 'bin');
    const wrappers = join(into, version, 'bin');
    mkdirSync(wrappers, { recursive: true });
    for (const name of ['initdb', 'postgres']) writeWrapper(join(wrappers, name), join(programs, name), libraryFolders(root));
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Unpacks Debian packages with everything they need into `<tools>/tools`, without installing them: no root, no service
 * started, nothing of the system changed. Programs appear in `bin/` and `postgres/<version>/bin` there, last of all, so
 * that an interrupted run is simply repeated.
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
      if (unpacked.status !== 0) throw new Refusal(`${basename(archive)} cannot be unpacked:\n${lastWords(unpacked)}`, 'Is the disk full? df -h .');
    }
  } finally {
    rmSync(apt, { recursive: true, force: true });
  }
  wrapPostgres(root, join(folder, 'postgres'));
  wrapPrograms(root, join(folder, 'bin'), ['nats-server', 'redis-server', 'bwrap']);
}
