import type { ModelLineage } from '@svc/contracts';
import { aliasesOf } from '../registry-rules';
import type { StoredModel } from '../model';
import type { StoredVersion } from './version-content';

/** What a version stands on, from the data to the names that serve it. */
export function lineageOf(model: StoredModel, { version, content, job }: StoredVersion): ModelLineage {
  const { kind, name, data_hash: hash, run, certificate_digest: certificate } = content.source;
  return {
    model: model.name,
    version,
    steps: [
      { kind, name: name ?? 'rows of the request', hash },
      ...(run === null ? [] : [{ kind: 'run' as const, name: run, hash }]),
      ...(certificate === null ? [] : [{ kind: 'certificate' as const, name: name ?? '', hash: certificate }]),
      { kind: 'training', name: job, hash: null },
      { kind: 'version', name: `${model.name} ${version}`, hash: null },
      ...aliasesOf(model.registry, version).map((alias) => ({ kind: 'alias' as const, name: alias, hash: null })),
    ],
  };
}
