import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const app = join(__dirname, '..');

/**
 * The folder of the compiled service, from which worker processes run, in tests as in production. Refuses a stale one:
 * a test that silently runs yesterday's worker proves nothing.
 */
export function compiledCode(): string {
  for (const file of readdirSync(join(app, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(spec|fixture)\.ts$/.test(file)) continue;
    const compiled = statSync(join(app, 'dist/src', file.replace(/\.ts$/, '.js')), { throwIfNoEntry: false });
    if (compiled === undefined || compiled.mtimeMs < statSync(join(app, 'src', file)).mtimeMs) {
      throw new Error(`dist/ is older than src/${file}: run "npx tsc -b apps/compute-service" first`);
    }
  }
  return join(app, 'dist/src');
}
