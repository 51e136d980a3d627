import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import { projectFiles, ROOT, textOf } from './project-files';

const pages = projectFiles().filter((path) => path.endsWith('.md'));
const scripts = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** A page without its code, in which brackets are no links. */
function prose(path: string): string {
  return textOf(path)
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, 'code');
}

/** As GitHub makes the anchor of a heading: lower case, without punctuation, dashes for spaces. */
function anchorsOf(path: string): string[] {
  const headings = [...textOf(path).matchAll(/^#{1,6} +(.+)$/gm)].map(([, text = '']) => text);
  const slugs = headings.map((it) =>
    it
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return slugs.map((it, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === it).length;
    return earlier === 0 ? it : `${it}-${earlier}`;
  });
}

interface Link {
  readonly page: string;
  readonly target: string;
}

const links: readonly Link[] = pages.flatMap((page) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
);

/** Null where the link leads somewhere, else what is wrong with it. */
function faultOf({ page, target }: Link): string | null {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, file))) return `${page} links to ${target}, which does not exist`;
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor)) return null;
  return `${page} links to ${target}, but ${file} has no such heading`;
}

/** Every use of a pattern with one group, by page. */
function mentions(pattern: RegExp): { readonly page: string; readonly found: string }[] {
  return pages.flatMap((page) => [...textOf(page).matchAll(pattern)].map(([, found = '']) => ({ page, found })));
}

describe('the documentation', () => {
  it('has links that lead somewhere, down to the heading', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.flatMap((it) => faultOf(it) ?? [])).toEqual([]);
  });

  it('lists every page of docs/ in its index', () => {
    const listed = links.filter((it) => it.page === 'docs/README.md').map((it) => normalize(join('docs', it.target)));
    const wanted = pages.filter((it) => /^docs\/[^/]+\.md$/.test(it) && it !== 'docs/README.md');
    expect(wanted.filter((it) => !listed.includes(it))).toEqual([]);
  });

  it('names npm scripts and configurations of Jest that exist', () => {
    const names = projectFiles()
      .filter((path) => path.endsWith('package.json'))
      .flatMap((path) => Object.keys(scripts.parse(JSON.parse(textOf(path))).scripts));
    const unknown = mentions(/\bnpm run ([\w:-]+)/g).filter(({ found }) => !names.includes(found));
    const missing = mentions(/\bjest -c (\S+\.js)/g).filter(({ found }) => !existsSync(join(ROOT, found)));
    expect([...unknown, ...missing]).toEqual([]);
  });

  it('explains each variable that a service reads, in its README or on a page that the README links to', () => {
    const unexplained = projectFiles()
      .filter((path) => /^apps\/[^/]+\/src\/config\.ts$/.test(path))
      .flatMap((path) => {
        const readme = `${dirname(dirname(path))}/README.md`;
        const linked = links
          .filter((it) => it.page === readme)
          .map((it) => normalize(join(dirname(readme), it.target)));
        const told = [readme, ...linked.filter((it) => /^docs\/.*\.md$/.test(it))].map(textOf).join('\n');
        const read = [...textOf(path).matchAll(/^ {2}(SVC_[A-Z_]+):/gm)].map(([, name = '']) => name);
        return read.filter((name) => !told.includes(name)).map((name) => `${readme}: ${name}`);
      });
    expect(unexplained).toEqual([]);
  });
});
