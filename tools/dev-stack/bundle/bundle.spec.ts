import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { compiledFile } from './bundle-files';
import { findBundle, makeBundle, type Bundled } from './current-bundle';

const ROOT = resolve(__dirname, '..', '..', '..');
const RUN_BUNDLE = join(ROOT, 'tools', 'dist', 'dev-stack', 'bundle', 'run-bundle.js');

/** A program that reports what a bundle could get wrong. */
const FILES = {
  'other.js': `throw new Error('another program of the bundle ran');\n`,
  'main.js': `'use strict';
const { Clock, neighbours } = require('./beside');
const other = require('package');
const driver = require('driver');
const optional = () => { try { return require('not-installed'); } catch (error) { return error.code; } };
const said = { names: [Clock.name, other.Clock.name], strict: (function () { return this === undefined; })(), neighbours, optional: optional(), same: other.byName('driver') === driver, beside: typeof other.byName('./entry').fail, dashes: [/^— ü+$/.test('\u2014 \u00fc\u00fc'), '—', \`ü\`] };
import('./lazy.js').then(({ late }) => console.log(JSON.stringify({ ...said, late, stack: other.fail() })));
`,
  'beside.js': `/* A comment before the directive. */
"use strict";
exports.Clock = class Clock {};
exports.neighbours = [__dirname, __filename, require.resolve('./main.js'), require.resolve('package/text.txt')];
`,
  'lazy.js': `exports.late = 'as it was';\n`,
  'node_modules/package/package.json':
    '{ "name": "package", "main": "entry.js", "peerDependencies": { "driver": "*", "other-driver": "*" } }',
  'node_modules/package/entry.js': `exports.Clock = class Clock {};

exports.fail = function fail() {
  return new Error('for its trace').stack.split('\\n')[1].trim();
};
exports.byName = (name) => require(name);
`,
  'node_modules/package/text.txt': '',
  'node_modules/driver/index.js': 'exports.driver = {};',
};

describe('A program as one file', () => {
  let folder: string;
  let bundled: Bundled;
  const home = (): string => join(folder, 'bundles');
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const run = (...args: readonly string[]): string => execFileSync(process.execPath, [...args], { encoding: 'utf8' });
  const runBundle = (bundle: string): string => run(RUN_BUNDLE, bundle, 'program', join(folder, 'main.js'));

  beforeAll(() => {
    execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-b', 'tools'], { cwd: ROOT });
  });
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-bundle-')));
    for (const [name, text] of Object.entries(FILES)) write(name, text);
    bundled = {
      programs: { other: join(folder, 'other.js'), program: join(folder, 'main.js') },
      installed: [join(folder, 'installed')],
    };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('says what its many files say: names of classes, its neighbours, what is not installed, where an error is, letters beyond ASCII', async () => {
    const plain = run(join(folder, 'main.js'));
    expect(plain).toContain(`${folder}/node_modules/package/entry.js:4`);
    expect(plain).toContain('"dashes":[true,"—","ü"]');
    const withoutColumn = plain.replace('entry.js:4:10', 'entry.js:4');
    const made = await makeBundle(home(), bundled);
    expect(runBundle(made)).toBe(withoutColumn);
    expect(existsSync(compiledFile(made, 'program'))).toBe(true);
    expect(runBundle(made)).toBe(withoutColumn);
  });

  it('compiles what cannot be used as compiled, and keeps it anew', async () => {
    const made = await makeBundle(home(), bundled);
    writeFileSync(compiledFile(made, 'program'), 'not what V8 wrote');
    const said = runBundle(made);
    expect(said).toContain('as it was');
    expect(runBundle(made)).toBe(said);
  });

  it.each([
    ['a file of it', 'beside.js', FILES['beside.js'].replace('Clock', 'Stopwatch')],
    ['a file that it loads late', 'lazy.js', `exports.late = 'otherwise';\n`],
    ['what a package means', 'node_modules/package/package.json', '{ "name": "package", "main": "./entry.js" }'],
    ['the installed packages', 'installed', 'another tree'],
  ])('is made again when %s changes', async (_, name, text) => {
    const former = await makeBundle(home(), bundled);
    expect(findBundle(home(), bundled)).toBe(former);
    write(name, text);
    expect(findBundle(home(), bundled)).toBeNull();
    const current = await makeBundle(home(), bundled);
    expect(basename(current)).not.toBe(basename(former));
    expect(findBundle(home(), bundled)).toBe(current);
    expect(existsSync(former)).toBe(false);
  });

  it('starts from its many files once its bundle is gone', () => {
    expect(runBundle(join(home(), 'of-yesterday'))).toBe(run(join(folder, 'main.js')));
  });

  it('leaves nothing behind when it cannot be made', async () => {
    write('beside.js', 'this is no program');
    await expect(makeBundle(home(), bundled)).rejects.toThrow('beside.js');
    expect(findBundle(home(), bundled)).toBeNull();
    expect(existsSync(join(home(), `partial-${String(process.pid)}`))).toBe(false);
  });
});
