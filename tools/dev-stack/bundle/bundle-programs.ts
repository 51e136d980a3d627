import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { asNodeResolves } from './as-node-resolves';
import { lineTableOf } from './line-table';
import { filesOf } from './bundle-files';

/**
 * Bundles each program, a built one, with all that it loads into one file of `folder`, and writes beside it where its
 * lines come from. Returns the stamps of all files that were read.
 */
export async function bundlePrograms(
  programs: Readonly<Record<string, string>>,
  folder: string,
): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const { outputFiles } = await build({
    entryPoints: { ...programs },
    outdir: folder,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Injection, logs and errors go by the names of classes.
    keepNames: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [asNodeResolves(read)],
  });
  const texts = new Map(outputFiles.map((it) => [it.path, it.text]));
  for (const name of Object.keys(programs)) {
    const files = filesOf(join(folder, name));
    const text = texts.get(files.program) ?? '';
    const table = lineTableOf(texts.get(`${files.program}.map`) ?? '', folder, text.split('\n').length);
    writeFileSync(files.program, text);
    writeFileSync(files.lines, table.lines);
    writeFileSync(files.sources, table.sources.join('\n'));
  }
  return read;
}
