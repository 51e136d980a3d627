import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchDirectory } from '@svc/testing';
import ts from 'typescript';
import { projectFiles, ROOT, textOf } from '../architecture/project-files';
import type { ChangedFile } from './changed-file';
import { changedFiles, newFiles, type NewNoun, type Service } from './noun-change';
import { nounLists } from './noun-lists';

const TEMPLATES = join(__dirname, 'templates');
const noun = (service: Service): NewNoun => ({ name: 'zebra', service, timestamp: 1_763_900_000_000 });
const changedFor = (of: NewNoun): ChangedFile[] => changedFiles(projectFiles(), textOf, of, newFiles(TEMPLATES, of));
const scratch = scratchDirectory('noun');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Writes what the generator makes into the scratch folder, and answers with the paths. */
function generate(service: Service): string[] {
  const files = [...newFiles(TEMPLATES, noun(service)), ...changedFor(noun(service))];
  for (const { path, text } of files) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  return files.map(({ path }) => path);
}

/** What the compiler says of these files, when the scratch folder is laid over the project. */
function complaints(paths: readonly string[]): string[] {
  const read = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(
    { ...read.config, include: [], files: ['package.json'] },
    ts.sys,
    ROOT,
  );
  const laidOver = (path: string): string => {
    const own = join(scratch, path.slice(ROOT.length));
    return path.startsWith(ROOT) && existsSync(own) ? own : path;
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.fileExists = (path) => ts.sys.fileExists(laidOver(path));
  host.directoryExists = (path) =>
    ts.sys.directoryExists(path) || ts.sys.directoryExists(join(scratch, path.slice(ROOT.length)));
  host.readFile = (path) => ts.sys.readFile(laidOver(path));
  host.getSourceFile = (path, ...more) => {
    const text = laidOver(path) === path ? null : readFileSync(laidOver(path), 'utf8');
    return text === null ? getSourceFile.call(host, path, ...more) : ts.createSourceFile(path, text, more[0]);
  };
  const program = ts.createProgram(
    paths.map((path) => join(ROOT, path)),
    options,
    host,
  );
  return paths.flatMap((path) => {
    const file = program.getSourceFile(join(ROOT, path));
    if (file === undefined) return [`${path} is not there`];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (it) => `${path}: ${ts.flattenDiagnosticMessageText(it.messageText, ' ')}`,
    );
  });
}

describe('npm run noun', () => {
  it('writes files that type check beside the project as it is', () => {
    const paths = generate('compute');
    expect(complaints(paths)).toEqual([]);
  });

  it('writes at most ten new files and changes at most four, for every service that keeps named objects', () => {
    for (const service of ['compute', 'metrics', 'cert', 'model'] as const) {
      expect(newFiles(TEMPLATES, noun(service)).length).toBeLessThanOrEqual(10);
      const changed = changedFor(noun(service));
      expect(changed.length).toBeLessThanOrEqual(4);
      for (const { path, text } of changed) expect([path, text.includes('zebra')]).toEqual([path, true]);
    }
  });

  it('leaves no mark of a template behind', () => {
    for (const { path, text } of newFiles(TEMPLATES, noun('metrics')))
      expect(`${path}\n${text}`).not.toMatch(/__[A-Za-z]+__/);
  });

  it('says which mark it misses when a file that names every noun was changed', () => {
    expect(() => changedFiles([], () => 'something else', noun('compute'), [])).toThrow(/has no ".*" any more/);
  });
});

describe('the lists of all nouns', () => {
  it('are as "npm run noun" writes them: it adds what a folder exports, and drops what is gone', () => {
    for (const { path, text } of nounLists(projectFiles(), textOf)) expect([path, textOf(path)]).toEqual([path, text]);
  });

  it('name a file that declares nothing to list', () => {
    const path = 'libs/contracts/src/zebra/zebra.noun.ts';
    expect(() => nounLists([...projectFiles(), path], (it) => (it === path ? '' : textOf(it)))).toThrow(path);
  });
});
