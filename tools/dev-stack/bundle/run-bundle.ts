import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';
import { compiledFile, filesIn } from './bundle-files';
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

function run(folder: string, name: string): void {
  const files = filesIn(folder);
  const compiled = compiledFile(folder, name);
  const cachedData = read(compiled);
  const script = new Script(Module.wrap(readFileSync(files.code, 'utf8')), {
    filename: files.code,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData !== undefined && { cachedData }),
  });
  nameSources(files);
  const module: { exports: Record<string, () => unknown> } = { exports: {} };
  const load: unknown = script.runInThisContext();
  if (typeof load !== 'function') throw new Error(`${files.code} is not a bundle`);
  load.call(module.exports, module.exports, createRequire(files.code), module, files.code, folder);
  module.exports[name]?.();
  // By now the functions that a start needs are compiled; the others are compiled when they are called.
  if (cachedData === undefined || script.cachedDataRejected === true)
    setImmediate(() => keep(script.createCachedData(), compiled));
}

/** `run-bundle.js FOLDER NAME PROGRAM`: runs this one of the bundle in the folder; once that is gone, the program itself. */
const [, , folder = '', name = '', program = ''] = process.argv;
if (existsSync(filesIn(folder).code)) run(folder, name);
else createRequire(program)(program);
