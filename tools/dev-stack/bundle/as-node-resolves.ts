import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname } from 'node:path';
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { fileStamp } from './file-stamp';

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
  const resolving = `require('node:module').createRequire(${JSON.stringify(path)}).resolve`;
  const contents = withPlace(text.replaceAll(/\brequire\.resolve\b/g, resolving), path);
  return { contents, loader, resolveDir: dirname(path) };
}

/** What may stand before a directive, and the directive. */
const DIRECTIVE = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1;?/;

/** Behind the directive, which anything before it would switch off, and on its line, so that lines keep their numbers. */
function withPlace(text: string, path: string): string {
  const place = Object.entries({ __dirname: dirname(path), __filename: path })
    .filter(([name]) => text.includes(name) && !new RegExp(`(const|let) ${name}\\b`).test(text))
    .map(([name, value]) => `var ${name} = ${JSON.stringify(value)};`);
  const directive = DIRECTIVE.exec(text)?.[0] ?? '';
  if (place.length === 0) return text;
  return `${directive};${place.join('')}${text.slice(directive.length)}`;
}
