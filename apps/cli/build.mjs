// Bundles the client into few files: starting is then reading one small file, and what a command needs comes when it runs.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist', 'bundle');
const library = (name) => join(here, '..', '..', 'libs', name, 'src', 'index.ts');

/** zod carries its messages in forty languages; parsing them all at every start costs more than our own code. */
const englishOnly = {
  name: 'english-only',
  setup(bundle) {
    bundle.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';", loader: 'js' }));
  },
};

rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: { svc: join(here, 'src', 'main.ts') },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // From sources, so that what nobody uses stays out.
  alias: { '@svc/contracts': library('contracts'), '@svc/audit-chain': library('audit-chain') },
  plugins: [englishOnly],
  // What was written as CommonJS still asks for require (Node's own modules) and __dirname.
  banner: { js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;" },
});
