import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ChangedFile } from './changed-file';
import { changedFiles, isService, newFiles, type NewNoun, SERVICES } from './noun-change';
import { nounLists } from './noun-lists';

const ROOT = resolve(__dirname, '../../..');

/**
 * `npm run noun note compute` writes the files of a new noun and changes those that list all nouns; it overwrites nothing.
 * `npm run noun` alone writes the lists again, after a noun was moved or removed.
 */
function main([name, service = 'compute']: readonly string[]): void {
  if (name === undefined) return report([], nounLists(projectFiles(), textOf));
  if (!/^[a-z]{2,30}$/.test(name) || !isService(service)) {
    process.stderr.write(
      `usage: npm run noun <word in lower case whose plural ends in "s"> [${SERVICES.join('|')}]\nexample: npm run noun note compute\n`,
    );
    process.exitCode = 2;
    return;
  }
  const noun: NewNoun = { name, service, timestamp: Date.now() };
  const created = newFiles(join(ROOT, 'tools/noun/templates'), noun);
  const taken = created.filter(({ path }) => existsSync(join(ROOT, path)));
  if (taken.length > 0) throw new Error(`there is already ${taken.map(({ path }) => path).join(', ')}`);
  report(created, changedFiles(projectFiles(), textOf, noun, created));
  process.stdout.write('Next: npm run openapi, and commit docs/openapi.json. Steps: CONTRIBUTING.md, "Add a noun".\n');
}

function report(created: readonly ChangedFile[], lists: readonly ChangedFile[]): void {
  const changed = lists.filter(({ path, text }) => textOf(path) !== text);
  const all = [...created, ...changed];
  for (const { path, text } of all) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  const paths = all.map(({ path }) => path);
  if (paths.length > 0)
    execFileSync(join(ROOT, 'node_modules/.bin/prettier'), ['--write', '--log-level', 'warn', ...paths], { cwd: ROOT });
  for (const { path } of created) process.stdout.write(`created ${path}\n`);
  for (const { path } of changed) process.stdout.write(`changed ${path}\n`);
}

function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

main(process.argv.slice(2));
