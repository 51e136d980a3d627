import { writeFileSync } from 'node:fs';
import { build, type OutputFile } from 'esbuild';
import { asNodeResolves } from './as-node-resolves';
import { filesIn } from './bundle-files';
import { lineTableOf } from './line-table';

/**
 * Writes one file into `folder` with built programs and all that they load: `exports[name]()` starts the one of that
 * name and loads nothing of the others. Beside it, where its lines come from. Returns the stamps of all files that were
 * read.
 */
export async function bundlePrograms(
  programs: Readonly<Record<string, string>>,
  folder: string,
): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const files = filesIn(folder);
  const { outputFiles } = await build({
    stdin: { contents: entryTo(programs), resolveDir: folder, sourcefile: 'programs.js' },
    outfile: files.code,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Injection, logs and errors go by the names of classes.
    keepNames: true,
    charset: 'utf8',
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [asNodeResolves(read)],
  });
  const code = outputOf(outputFiles, '.js');
  const table = lineTableOf(outputOf(outputFiles, '.map').text, folder, code.text.split('\n').length);
  writeFileSync(files.code, code.contents);
  writeFileSync(files.lines, table.lines);
  writeFileSync(files.sources, table.sources.join('\n'));
  return read;
}

function entryTo(programs: Readonly<Record<string, string>>): string {
  return Object.entries(programs)
    .map(([name, file]) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(file)});`)
    .join('\n');
}

function outputOf(files: readonly OutputFile[], ending: string): OutputFile {
  const found = files.find((it) => it.path.endsWith(ending));
  if (found === undefined) throw new Error(`the bundler wrote no ${ending} file`);
  return found;
}
