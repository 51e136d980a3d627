import { type ModelVersion, modelVersion, type ModelVersionDetail } from '@svc/contracts';
import type { StoredModel } from '../model';
import { aliasesOf } from '../registry-rules';
import type { StoredVersion } from './version-content';

/** A version with all that is kept of it. */
export function presentDetail({ name, registry }: StoredModel, stored: StoredVersion): ModelVersionDetail {
  const { signature: _, input_example: __, ...content } = stored.content;
  return {
    ...content,
    model: name,
    version: stored.version,
    aliases: aliasesOf(registry, stored.version),
    job: stored.job,
    created_by: stored.author,
    created_at: stored.createdAt.toISOString(),
  };
}

/** A version in a list. */
export function presentVersion(model: StoredModel, stored: StoredVersion): ModelVersion {
  return modelVersion.parse(presentDetail(model, stored));
}
