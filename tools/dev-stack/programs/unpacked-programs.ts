import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Unpacked } from '@svc/testing';

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function libraryFolders(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((folder) =>
    entries(join(root, folder))
      .filter((name) => name.includes('-linux-gnu'))
      .map((name) => join(root, folder, name)),
  );
}

/** A wrapper that finds the libraries unpacked beside it, even when the checkout has moved. Its process id is that of the program. */
function writeWrapper(file: string, program: string, libraries: readonly string[]): void {
  const here = (path: string): string => `"\${0%/*}/${relative(dirname(file), path)}"`;
  writeFileSync(file, `#!/bin/sh\nLD_LIBRARY_PATH=${libraries.map(here).join(':')} exec ${here(program)} "$@"\n`);
  chmodSync(file, 0o755);
}

/** Makes the programs unpacked under `root` runnable from the folders of `unpacked`, with their libraries. */
export function wrapPrograms(root: string, unpacked: Unpacked): void {
  const libraries = libraryFolders(root);
  mkdirSync(unpacked.programs, { recursive: true });
  for (const folder of ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((it) => join(root, it))) {
    const there = entries(folder).filter((name) => ['nats-server', 'redis-server', 'bwrap'].includes(name));
    for (const name of there) writeWrapper(join(unpacked.programs, name), join(folder, name), libraries);
  }
  for (const version of entries(join(root, 'usr/lib/postgresql'))) {
    const wrappers = join(unpacked.postgres, version, 'bin');
    mkdirSync(wrappers, { recursive: true });
    for (const name of ['initdb', 'postgres'])
      writeWrapper(join(wrappers, name), join(root, 'usr/lib/postgresql', version, 'bin', name), libraries);
  }
}
