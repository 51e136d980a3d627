// Bundles the client: starting it reads one small file, and the code of a command is loaded when it runs.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
const chunks = join(out, 'chunks');
const library = (name) => join(here, '..', '..', 'libs', name, 'src', 'index.ts');

/** zod ships messages in forty languages; parsing them all at every start costs more than our own code. */
const englishOnly = {
  name: 'english-only',
  setup(bundle) {
    bundle.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

const settings = {
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
};
const client = await build({
  ...settings,
  entryPoints: { svc: join(here, 'src', 'main.ts') },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
  // From sources, so that unused code stays out.
  alias: {
    '@svc/contracts': library('contracts'),
    '@svc/audit-chain': library('audit-chain'),
    '@svc/oracle': library('oracle'),
  },
  plugins: [englishOnly],
  // Code written as CommonJS still needs require (for Node's own modules) and __dirname.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;",
  },
});

// The threads that verify a long log: audit-chain looks for this file beside its own code.
const thread = await build({
  ...settings,
  entryPoints: {
    'scan-range.worker': join(here, '..', '..', 'libs', 'audit-chain', 'src', 'verify', 'scan-range.worker.ts'),
  },
  outdir: chunks,
  format: 'cjs',
});
const outputFiles = [...client.outputFiles, ...thread.outputFiles];

// Chunks first, then the entry in one step, old chunks last: a client that starts meanwhile finds all it needs.
mkdirSync(chunks, { recursive: true });
const isChunk = (file) => relative(out, file.path).startsWith('chunks');
for (const file of outputFiles.filter(isChunk)) writeFileSync(file.path, file.contents);
for (const file of outputFiles.filter((it) => !isChunk(it))) {
  writeFileSync(`${file.path}.new`, file.contents);
  renameSync(`${file.path}.new`, file.path);
}
const current = new Set(outputFiles.map((it) => basename(it.path)));
for (const name of existsSync(chunks) ? readdirSync(chunks) : []) if (!current.has(name)) rmSync(join(chunks, name));
