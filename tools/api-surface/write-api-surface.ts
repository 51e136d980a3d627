import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiSurface } from './api-surface';

// At a release: `npm run api-surface -w @svc/tools -- 0.2` writes what that version promises for good.
const [version] = process.argv.slice(2);
if (version === undefined || !/^\d+\.\d+$/.test(version))
  throw new Error('say which version: npm run api-surface -w @svc/tools -- 0.2');
const document: unknown = JSON.parse(readFileSync(join(process.cwd(), '../docs/openapi.json'), 'utf8'));
writeFileSync(join(process.cwd(), `../docs/api/${version}.txt`), `${apiSurface(document).join('\n')}\n`);
