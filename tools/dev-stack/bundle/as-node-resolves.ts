import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname } from 'node:path';
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { z } from 'zod';
import { fileStamp } from './file-stamp';
import { manifestAbove } from './manifest-above';

const LOADERS: Readonly<Record<string, Loader>> = { '.json': 'json' };

/**
 * Bundles the very files that Node would load, and lets each find its neighbours where they are: `__dirname`,
 * `__filename` and `require.resolve` mean the file's own place, so that workers, fonts and native libraries are found
 * as they are without a bundle. What Node would not find (optional packages that are not installed) is still asked of
 * Node when the code is reached.
 *
 * Every file that was read is put into `read`, with its stamp from before.
 */
export function asNodeResolves(read: Map<string, string>): Plugin {
  return {
    name: 'as-node-resolves',
    setup(build) {
      build.onResolve({ filter: /.*/ }, resolve);
      build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) => {
        read.set(path, fileStamp(path));
        return load(path, await readFile(path, 'utf8'));
      });
    },
  };
}

function resolve({ kind, path, importer }: OnResolveArgs): OnResolveResult | undefined {
  // Packages that are ES modules: esbuild knows the conditions by which they import.
  if (kind === 'entry-point' || kind === 'import-statement') return undefined;
  if (isBuiltin(path)) return { path, external: true };
  try {
    const file = createRequire(importer).resolve(path);
    return { path: file, external: extname(file) === '.node' };
  } catch {
    return { path, external: true };
  }
}

function load(path: string, text: string): OnLoadResult {
  const loader = LOADERS[extname(path)] ?? 'js';
  if (loader !== 'js') return { contents: text, loader };
  const contents = text.replaceAll(/\brequire\.resolve\b/g, `${requireOf(path)}.resolve`);
  return { contents: withNames(contents, path), loader, resolveDir: dirname(path) };
}

function requireOf(path: string): string {
  return `require('node:module').createRequire(${JSON.stringify(path)})`;
}

/** What may stand before a directive, and the directive. */
const DIRECTIVE = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1;?/;

/** A package that requires what a variable names. Our own code does not; there, `require` may be a method. */
const BY_NAME = /(?<![.\w])require\((?=\s*[^'"`\s)])/g;

/** Behind the directive, which anything before it would switch off, and on its line, so that lines keep their numbers. */
function withNames(text: string, path: string): string {
  const byName = path.includes('/node_modules/') && text.search(BY_NAME) !== -1;
  const names = [
    ...Object.entries({ __dirname: dirname(path), __filename: path })
      .filter(([name]) => text.includes(name) && !new RegExp(`(const|let) ${name}\\b`).test(text))
      .map(([name, value]) => `var ${name} = ${JSON.stringify(value)};`),
    ...(byName ? [`var __requireByName = ${requireByName(path)};`] : []),
  ];
  if (names.length === 0) return text;
  const body = byName ? text.replaceAll(BY_NAME, '__requireByName(') : text;
  const directive = DIRECTIVE.exec(body)?.[0] ?? '';
  return `${directive};${names.join('')}${body.slice(directive.length)}`;
}

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});

/** Knows what its package depends on: those are in the bundle too, and a second copy beside it would be another package. */
function requireByName(path: string): string {
  const above = manifestAbove(dirname(path));
  const { dependencies, peerDependencies } = manifest.parse(
    above === undefined ? {} : JSON.parse(readFileSync(above, 'utf8')),
  );
  const cases = Object.keys({ ...dependencies, ...peerDependencies })
    .filter((name) => isInstalled(name, path))
    .map((name) => `case ${JSON.stringify(name)}: return require(${JSON.stringify(name)});`);
  return `(name) => { switch (name) { ${cases.join(' ')} default: return ${requireOf(path)}(name); } }`;
}

function isInstalled(name: string, path: string): boolean {
  try {
    createRequire(path).resolve(name);
    return true;
  } catch {
    return false;
  }
}
