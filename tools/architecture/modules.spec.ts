import { dirname } from 'node:path';
import { importsOf, isSpec, textOf, typescriptFiles } from './project-files';

const sources = typescriptFiles('apps').filter((path) => /^apps\/[^/]+\/src\//.test(path));
const services = sources.filter((path) => /^apps\/[^/]+\/src\/[^/]+\.module\.ts$/.test(path));
const modules = sources.filter((path) => path.endsWith('.module.ts') && !services.includes(path));

describe('the modules of a service', () => {
  it('are found', () => {
    expect(services.length).toBeGreaterThan(4);
    expect(modules.length).toBeGreaterThan(25);
  });

  it('stand in every folder with a controller, one in each', () => {
    const folders = [...new Set(sources.filter((path) => path.endsWith('.controller.ts')).map(dirname))];
    const modulesIn = (folder: string): number => modules.filter((path) => dirname(path) === folder).length;
    expect(folders.length).toBeGreaterThan(15);
    expect(folders.filter((folder) => modulesIn(folder) !== 1)).toEqual([]);
  });

  it('bind their own adapters: the service only lists modules and what all of them share', () => {
    for (const path of services) {
      expect([path, /\b(providers|controllers):/.test(textOf(path))]).toEqual([path, false]);
      const own = importsOf(path).filter(({ from }) => from.startsWith('.'));
      const others = own.filter(({ from }) => !/\.module$|\/migrations\/|^\.\/(config|warehouse|scratch)$/.test(from));
      expect([path, others.map(({ from }) => from)]).toEqual([path, []]);
    }
  });

  it('are all reached from their service', () => {
    const imported = new Set(
      [...services, ...modules].flatMap((path) => importsOf(path).flatMap(({ names }) => names)),
    );
    const classes = modules.flatMap((path) => /export class (\w+)/.exec(textOf(path))?.[1] ?? path);
    expect(classes.filter((it) => !imported.has(it))).toEqual([]);
  });

  it('apply every migration of their service', () => {
    const files = typescriptFiles('apps').filter((it) => /\/migrations\//.test(it) && !isSpec(it));
    const migrations = files.flatMap((path) => /export class (\w+) extends/.exec(textOf(path))?.[1] ?? []);
    const applied = services.map(textOf).join('\n');
    expect(migrations.length).toBeGreaterThan(20);
    expect(migrations.filter((it) => !new RegExp(`migrations[^]*\\b${it}\\b[^]*@Module`).test(applied))).toEqual([]);
  });

  it('name adapters: no other file but a spec does', () => {
    const outside = sources.filter((path) => !/\.module\.ts$|\.spec\.ts$|\/adapters\//.test(path));
    const named = outside.flatMap((path) =>
      importsOf(path)
        .filter(({ from }) => /\/adapters\//.test(from))
        .map(({ from }) => `${path} imports ${from}`),
    );
    expect(named).toEqual([]);
  });
});
