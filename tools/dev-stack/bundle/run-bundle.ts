import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';
import { filesOf, type BundleFiles } from './bundle-files';
import { nameSources } from './name-sources';

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Complete or not at all: processes of other stacks may write it too. A full disk is no reason not to run. */
function keep(compiled: Buffer, file: string): void {
  const beside = `${file}.${String(process.pid)}`;
  try {
    writeFileSync(beside, compiled);
    renameSync(beside, file);
  } catch {
    // The next start compiles again.
  }
}

function run(files: BundleFiles): void {
  const cachedData = read(files.compiled);
  const script = new Script(Module.wrap(readFileSync(files.program, 'utf8')), {
    filename: files.program,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData !== undefined && { cachedData }),
  });
  nameSources(files);
  const module = { exports: {} };
  const load: unknown = script.runInThisContext();
  if (typeof load !== 'function') throw new Error(`${files.program} is not a bundle`);
  load.call(
    module.exports,
    module.exports,
    createRequire(files.program),
    module,
    files.program,
    dirname(files.program),
  );
  // By now the functions that a start needs are compiled; the others are compiled when they are called.
  if (cachedData === undefined || script.cachedDataRejected === true)
    setImmediate(() => keep(script.createCachedData(), files.compiled));
}

/** `run-bundle.js PATH PROGRAM`: runs the bundle at this path, without extension; once it is gone, the program itself. */
const [, , path = '', program = ''] = process.argv;
const files = filesOf(path);
if (existsSync(files.program)) run(files);
else createRequire(program)(program);
