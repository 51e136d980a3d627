import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { changedFiles, isService, newFiles, type NewNoun, SERVICES } from './noun-change';

const ROOT = resolve(__dirname, '../../..');

/** `npm run noun note compute`: writes the files of a new noun and changes those that list all nouns. Overwrites nothing. */
function main([name = '', service = 'compute']: readonly string[]): void {
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
  const changed = changedFiles((path) => readFileSync(join(ROOT, path), 'utf8'), noun);
  for (const { path, text } of [...created, ...changed]) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  const paths = [...created, ...changed].map(({ path }) => path);
  execFileSync(join(ROOT, 'node_modules/.bin/prettier'), ['--write', '--log-level', 'warn', ...paths], { cwd: ROOT });
  for (const { path } of created) process.stdout.write(`created ${path}\n`);
  for (const { path } of changed) process.stdout.write(`changed ${path}\n`);
  process.stdout.write('Next: npm run openapi, and commit docs/openapi.json. Steps: CONTRIBUTING.md, "Add a noun".\n');
}

main(process.argv.slice(2));
