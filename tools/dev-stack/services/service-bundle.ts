import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { findBundle, makeBundle, type Bundled } from '../bundle/current-bundle';
import type { Config } from '../config';
import type { Progress } from '../progress';
import { appOf, entryOf } from './service-specs';

/**
 * The folder with all services as one file, made when they or their packages have changed: two thousand files take a
 * service a second of processor time to find, read and compile. Null when they cannot be bundled: then services start
 * from those files.
 */
export async function prepareBundle(config: Config, progress: Progress): Promise<string | null> {
  const bundled: Bundled = {
    programs: Object.fromEntries(SERVICES.map((service) => [service, entryOf(config.root, appOf(service))])),
    installed: [join(config.root, 'node_modules', '.package-lock.json')],
  };
  const home = join(config.tools, 'bundles');
  const found = findBundle(home, bundled);
  if (found !== null) return found;
  try {
    return await progress
      .step('Services as one file', () => makeBundle(home, bundled).then((folder) => ({ folder })))
      .then(({ folder }) => folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    progress.line(`  · Services start from their many files, which takes longer: ${reason.replaceAll('\n', '\n    ')}`);
    return null;
  }
}
