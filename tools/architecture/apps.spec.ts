import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { importsOf, isSpec, projectFiles, ROOT, textOf, typescriptFiles } from './project-files';

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
const packages = projectFiles()
  .filter((path) => /^([^/]+\/){1,2}package\.json$/.test(path))
  .map((path) => ({ folder: dirname(path), ...manifest.parse(JSON.parse(textOf(path))) }));
/** What every package may use to test and to check types. */
const OF_THE_ROOT = Object.keys(manifest.parse(JSON.parse(textOf('package.json'))).devDependencies);

/** `@nestjs/common/x` is of `@nestjs/common`; null for a file or a module of Node. */
function packageOf(from: string): string | null {
  if (from.startsWith('.') || from.startsWith('node:')) return null;
  const parts = from.split('/');
  return from.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? null);
}

describe('a package', () => {
  it('declares what its sources import, and what only its tests import at least for development', () => {
    const undeclared = packages.flatMap(({ folder, dependencies, devDependencies }) =>
      typescriptFiles(folder).flatMap((file) =>
        importsOf(file)
          .map((it) => ({ ...it, name: packageOf(it.from) }))
          .filter(({ name, typeOnly }) => {
            if (name === null || name in dependencies) return false;
            const forTests = isSpec(file) || typeOnly || !/^(apps|libs)\//.test(file);
            return !(forTests && (name in devDependencies || OF_THE_ROOT.includes(name) || name.startsWith('@svc/')));
          })
          .map(({ name }) => `${file} imports ${name ?? ''}, which ${folder}/package.json does not declare`),
      ),
    );
    expect([...new Set(undeclared)]).toEqual([]);
  });
});

describe('Dockerfiles', () => {
  const services = projectFiles()
    .filter((path) => /^apps\/[^/]+\/src\/main\.ts$/.test(path) && !path.startsWith('apps/cli/'))
    .map((path) => path.split('/')[1] ?? '');
  /** What only the image of compute-service has: Python, bubblewrap and where they are. */
  const PYTHON = /python|SVC_PYTHON|bubblewrap/;

  it('are there for every service', () => {
    expect(services.length).toBeGreaterThan(5);
    expect(services.filter((name) => !existsSync(join(ROOT, 'apps', name, 'Dockerfile')))).toEqual([]);
  });

  it('are alike: they differ by the name of the service, and in what runs Python', () => {
    const forms = services.map((name) =>
      textOf(`apps/${name}/Dockerfile`)
        .replaceAll(name, 'SERVICE')
        .replaceAll(' \\\n', '\n')
        .split('\n')
        .filter((line) => !PYTHON.test(line))
        .join('\n'),
    );
    expect(new Set(forms).size).toBe(1);
  });
});
