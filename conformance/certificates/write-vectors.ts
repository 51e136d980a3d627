import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allVectors, fileOf, vectorIndex } from './all-vectors';

/** `node -r ./libs/platform/test/run-typescript.js conformance/certificates/write-vectors.ts`, after `tsc -b libs/audit-chain`. */
const folder = join(__dirname, 'vectors');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const vector of allVectors) writeFileSync(join(folder, fileOf(vector)), vector.document);
writeFileSync(join(folder, 'index.json'), `${JSON.stringify(vectorIndex(), null, 2)}\n`);
