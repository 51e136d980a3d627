import { join, normalize } from 'node:path';
import { importsOf, isSpec, textOf, typescriptFiles, type Import } from './project-files';

/** The package a file belongs to: `apps/gateway`, `libs/contracts`, `tools`. */
function packageOf(path: string): string {
  const [area = '', name = ''] = path.split('/');
  return area === 'libs' || area === 'apps' ? `${area}/${name}` : area;
}

/** The package of ours that an import reaches, by name or by a path out of its own; null for anything else. */
function reached(file: string, { from }: Import): string | null {
  const scoped = /^@svc\/([^/]+)/.exec(from)?.[1];
  if (scoped !== undefined) return LIBRARIES.has(scoped) ? `libs/${scoped}` : `apps/${scoped}`;
  if (!from.startsWith('.')) return null;
  const target = packageOf(normalize(join(file, '..', from)));
  return target === packageOf(file) ? null : target;
}

const LIBRARIES = new Set([
  'contracts',
  'audit-chain',
  'oracle',
  'warehouse',
  'platform',
  'runner',
  'duckdb-sql',
  'certified-data',
  'charts',
  'drift',
  'point-in-time',
  'svg',
  'closest-name',
  'webhook',
  'testing',
]);

/** What each package may use of ours, besides `testing` in specs. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'libs/contracts': [],
  'libs/audit-chain': ['libs/contracts'],
  'libs/oracle': ['libs/contracts', 'libs/svg', 'libs/closest-name'],
  'libs/warehouse': ['libs/contracts'],
  'libs/platform': ['libs/contracts'],
  'libs/runner': ['libs/contracts'],
  'libs/duckdb-sql': [],
  'libs/drift': [],
  'libs/point-in-time': ['libs/duckdb-sql'],
  'libs/svg': [],
  'libs/closest-name': [],
  'libs/charts': ['libs/contracts', 'libs/svg'],
  'libs/webhook': [],
  'libs/certified-data': ['libs/contracts', 'libs/platform'],
  'libs/testing': ['libs/contracts', 'libs/audit-chain', 'libs/oracle', 'libs/warehouse', 'libs/platform'],
  apps: [
    'libs/contracts',
    'libs/audit-chain',
    'libs/oracle',
    'libs/warehouse',
    'libs/platform',
    'libs/runner',
    'libs/duckdb-sql',
    'libs/certified-data',
    'libs/charts',
    'libs/drift',
    'libs/point-in-time',
    'libs/svg',
    'libs/closest-name',
    'libs/webhook',
  ],
  // Runs in a browser: it knows the service by its contracts, and draws what the server draws.
  'apps/console': ['libs/contracts', 'libs/audit-chain', 'libs/charts', 'libs/svg', 'libs/closest-name'],
  e2e: ['libs/contracts', 'libs/testing'],
  benchmarks: ['libs/contracts', 'libs/drift', 'libs/testing'],
  // What a stranger would use to check our evidence, and what makes its vectors.
  conformance: ['libs/contracts', 'libs/audit-chain'],
  tools: ['libs/contracts', 'libs/testing'],
};

function permitted(file: string, target: string): boolean {
  const from = packageOf(file);
  const allowed = MAY_IMPORT[from] ?? (from.startsWith('apps/') ? MAY_IMPORT['apps'] : undefined) ?? [];
  return allowed.includes(target) || (target === 'libs/testing' && isSpec(file));
}

/** `file imports what` for every import that the predicate finds. */
function offences(files: readonly string[], isOffence: (file: string, it: Import) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((it) => isOffence(file, it))
      .map((it) => `${file} imports ${it.from}`),
  );
}

const everything = typescriptFiles('apps', 'libs', 'e2e', 'benchmarks', 'conformance', 'tools');

describe('imports', () => {
  it('looks at the sources', () => {
    expect(everything.length).toBeGreaterThan(300);
  });

  it('go only where the architecture lets them; no app imports another app', () => {
    const wrong = offences(everything, (file, it) => {
      const target = reached(file, it);
      return target !== null && !permitted(file, target);
    });
    expect(wrong).toEqual([]);
  });

  it('enter another package by its door, never by a file inside', () => {
    expect(offences(everything, (_file, it) => /^@svc\/[^/]+\/./.test(it.from))).toEqual([]);
  });

  it('audit-chain needs nothing but Node, contracts and the canonical form', () => {
    const sources = typescriptFiles('libs/audit-chain').filter((file) => !isSpec(file));
    const outside = offences(
      sources,
      (_file, { from }) => !/^(\.|node:|@svc\/contracts$|json-canonicalize$|zod$)/.test(from),
    );
    expect(outside).toEqual([]);
  });

  it('contracts need Node, zod and ajv only', () => {
    const sources = typescriptFiles('libs/contracts').filter((file) => !isSpec(file));
    expect(offences(sources, (_file, { from }) => !/^(\.|node:|zod$|ajv(\/|$)|ajv-formats$)/.test(from))).toEqual([]);
  });

  it('services start no process but through the runner, which bounds and supervises it', () => {
    const services = typescriptFiles('apps').filter((file) => /^apps\/[^/]+\/src\//.test(file) && !isSpec(file));
    expect(offences(services, (_file, { from }) => from === 'node:child_process')).toEqual([]);
  });

  it('nothing in the project is read from the machine: paths stay inside', () => {
    expect(offences(everything, (_file, { from }) => from.startsWith('/'))).toEqual([]);
  });
});

/** Rooms that may know the outside world. */
const EDGE = /\/(adapters|migrations|test)\/|\.(controller|module|spec|conformance)\.ts$|\/(main|config)\.ts$/;
/** What a use case may take from Nest: being constructed, and being told of its end. */
const WIRING = new Set([
  'Inject',
  'Injectable',
  'OnModuleInit',
  'OnModuleDestroy',
  'OnApplicationBootstrap',
  'OnApplicationShutdown',
  'BeforeApplicationShutdown',
]);

describe('a controller', () => {
  it('refuses nothing itself: rules are in use cases', () => {
    const controllers = typescriptFiles('apps').filter((file) => file.endsWith('.controller.ts'));
    expect(controllers.length).toBeGreaterThan(10);
    expect(controllers.filter((file) => /\bthrow\b|\bProblemError\b/.test(textOf(file)))).toEqual([]);
  });
});

describe('the inside of a service', () => {
  const inside = typescriptFiles('apps').filter((file) => !EDGE.test(file) && /^apps\/[a-z]+-service\//.test(file));

  it('knows no database, no broker and no queue: adapters do', () => {
    expect(
      offences(inside, (_file, { from }) =>
        /^(typeorm|pg|nats|bullmq|ioredis|@nestjs\/(typeorm|bullmq|microservices))$/.test(from),
      ),
    ).toEqual([]);
  });

  it('knows Nest only as what constructs it', () => {
    const wrong = offences(
      inside,
      (_file, { from, names }) =>
        from.startsWith('@nestjs/') &&
        !(from === '@nestjs/common' && names.length > 0 && names.every((name) => WIRING.has(name))),
    );
    expect(wrong).toEqual([]);
  });

  it('throws no HTTP exception: errors carry a code, the gateway knows the status', () => {
    const wrong = offences(typescriptFiles('apps', 'libs'), (_file, { names }) =>
      names.some((name) =>
        /^(Http|BadRequest|NotFound|Conflict|Forbidden|Unauthorized|InternalServerError)Exception$/.test(name),
      ),
    );
    expect(wrong.filter((it) => !it.startsWith('apps/gateway/') && !it.startsWith('libs/platform/'))).toEqual([]);
  });
});
