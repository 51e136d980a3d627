import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isSpec, projectFiles, ROOT, textOf, typescriptFiles } from './project-files';

const AREAS = ['apps', 'libs', 'tools', 'e2e', 'benchmarks', 'conformance', 'python', 'examples'];
const MAX_LINES = 300;

const written = projectFiles().filter(
  (path) => /\.(ts|tsx|py)$/.test(path) && AREAS.includes(path.split('/')[0] ?? '') && !path.includes('generated'),
);
/** This file names what it forbids. */
const searched = written.filter((path) => path !== 'tools/architecture/sources.spec.ts');

/** What their subject does takes time: callers that pace themselves, a task that calculates, a pattern that never ends. */
const PACED = new Set([
  'apps/cert-service/test/audit/faults/audit-writers.ts',
  'apps/cert-service/test/one-task-process.ts',
  'e2e/attacks/patterns.spec.ts',
  'e2e/chaos.spec.ts',
  'e2e/full-disk/disk-load.ts',
  'tools/architecture/sources.spec.ts',
]);

/** `file:line` for every line that matches. */
function linesMatching(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
  );
}

describe('sources', () => {
  it('are found', () => {
    expect(written.length).toBeGreaterThan(300);
  });

  it('fit in 300 lines a file', () => {
    expect(
      written
        .map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }))
        .filter(({ lines }) => lines > MAX_LINES),
    ).toEqual([]);
  });

  it('silence no compiler and no linter', () => {
    expect(linesMatching(searched, /@ts-ignore|@ts-expect-error|@ts-nocheck|eslint-disable|# type: ignore/)).toEqual(
      [],
    );
  });

  it('call bounds MAX_, MIN_ and DEFAULT_', () => {
    const bound = /^(export )?(const )?(MOST|LEAST|FEWEST|LONGEST|SHORTEST|LARGEST|SMALLEST)(_[A-Z0-9_]+)?\b.* = /;
    expect(linesMatching(searched, bound)).toEqual([]);
  });

  it('say things in plain English: phrases that readers stumbled over do not come back', () => {
    const texts = [...searched, ...projectFiles().filter((path) => path.endsWith('.md'))];
    const stilted =
      /\bto who (is|has|does|may|did|asks|saw|sees|names)\b|\bwhat is no (?!longer|more)|clock or a dice|there is no such thing/i;
    expect(linesMatching(texts, stilted)).toEqual([]);
  });

  it('are finished: no notes to do it later, no test that does not run unless it says what it needs', () => {
    const unfinished = linesMatching(
      searched,
      /\b(TODO|FIXME|XXX)\b|not implemented|\b(it|test|describe)\.(skip|only|todo)\(/i,
    );
    expect(unfinished.filter((line) => !/\.skip\(.*\b(needs|not found|not beside)\b/.test(line))).toEqual([]);
  });

  it('read the environment in config.ts only, the command line client excepted', () => {
    const sources = typescriptFiles('apps', 'libs', 'tools').filter(
      (path) => !/(^apps\/cli\/|\/config\.ts$|\.spec\.ts$|\/test\/|^tools\/architecture\/)/.test(path),
    );
    expect(linesMatching(sources, /process\.env\b/).filter((line) => !/^\S+ (\*|\/\/|\/\*\*)/.test(line))).toEqual([]);
  });

  it('wait in specs for a condition (`eventually` of @svc/testing), never for a time, and find programs by @svc/testing', () => {
    const specs = written.filter((path) => (isSpec(path) || path.startsWith('e2e/')) && !PACED.has(path));
    expect(linesMatching(specs, /timers\/promises|\bsetTimeout\(|\bcommand -v\b|\bloadavg\(/)).toEqual([]);
  });

  it('have rooms named after something', () => {
    expect(
      projectFiles().filter(
        (path) =>
          /(^|\/)(utils?|helpers?|common|misc|shared|base)(\.[a-z]+)?(\/|$)/.test(path) &&
          AREAS.includes(path.split('/')[0] ?? '') &&
          !path.startsWith('python/requirements/'),
      ),
    ).toEqual([]);
  });

  it('have barrels only at a library’s door, with named exports', () => {
    const barrels = typescriptFiles('apps', 'libs', 'tools').filter((path) => path.endsWith('/index.ts'));
    expect(barrels.filter((path) => !/^libs\/[^/]+\/src\/index\.ts$/.test(path))).toEqual([]);
    expect(linesMatching(typescriptFiles('apps', 'libs', 'tools'), /^export \* from/)).toEqual([]);
  });

  it('never let TypeORM change a schema by itself', () => {
    expect(linesMatching(typescriptFiles('apps', 'libs'), /synchronize: true/)).toEqual([]);
  });
});

describe('the repository', () => {
  it('has a README in every package and area', () => {
    const packages = projectFiles()
      .filter((path) => /^((apps|libs)\/[^/]+|tools|e2e|benchmarks)\/package\.json$/.test(path))
      .map(dirname);
    const files = new Set(projectFiles());
    expect(
      ['.', 'python', 'docs', ...packages].filter(
        (folder) => !files.has(folder === '.' ? 'README.md' : `${folder}/README.md`),
      ),
    ).toEqual([]);
  });

  it('names no registry in its lock files', () => {
    const locks = projectFiles().filter((path) =>
      /(package-lock\.json|\.lock|requirements[^/]*\.txt|requirements\/[^/]+\.txt)$/.test(path),
    );
    expect(locks.length).toBeGreaterThan(0);
    expect(linesMatching(locks, /https?:\/\/[^"/]*(registry|pypi|npm|proxy)/)).toEqual([]);
  });

  it('locks exactly what the packages ask for', () => {
    const asked = z.record(z.string(), z.string()).default({});
    const wanted = z.object({ dependencies: asked, devDependencies: asked });
    const lock = z
      .object({ packages: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(textOf('package-lock.json')));
    const packages = projectFiles()
      .filter((path) => /^(([^/]+\/){0,2})package\.json$/.test(path))
      .map(dirname);
    const outOfStep = packages.filter((folder) => {
      const locked = wanted.safeParse(lock.packages[folder === '.' ? '' : folder]);
      const now = wanted.parse(JSON.parse(textOf(`${folder}/package.json`)));
      return !locked.success || !isDeepStrictEqual(locked.data, now);
    });
    expect(outOfStep).toEqual([]);
  });

  it('names no machine it was written on', () => {
    const texts = projectFiles().filter(
      (path) =>
        /\.(ts|mjs|js|json|ya?ml|md|py|sh|toml|txt|html|css)$|^svc$|^\.ci\//.test(path) && path !== 'package-lock.json',
    );
    const personal = /(^|[\s"'`(=:])\/(root|home\/[a-z]+|Users\/[a-z]+)\//;
    expect(linesMatching(texts, personal)).toEqual([]);
    expect(texts.filter((path) => textOf(path).includes(`${ROOT}/`))).toEqual([]);
  });

  it('pins every dependency to one version', () => {
    const loose = projectFiles()
      .filter((path) => path.endsWith('package.json'))
      .flatMap((path) => linesMatching([path], /^\s+"[^"]+": "[\^~*>]/).filter((line) => !line.includes('"node"')));
    expect(loose).toEqual([]);
  });
});
