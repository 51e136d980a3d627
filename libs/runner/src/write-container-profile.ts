import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { containerSeccompProfile } from './container-profile';

/** Run by `npm run seccomp -w @svc/runner`. */
writeFileSync(
  resolve(__dirname, '../../../deploy/seccomp.json'),
  `${JSON.stringify(containerSeccompProfile(), null, 2)}\n`,
);
