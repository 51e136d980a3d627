import type { StoredModel } from '../model/model';
import { aliasesOf } from '../model/registry-rules';
import type { StoredVersion } from '../model/version/version-content';

/** The folder of artifacts that stands for the versions of the registry. */
export const VERSIONS_FOLDER = 'svc-models';

/** A model in MLflow's words. Its numbers of versions are texts, its times milliseconds. */
export function mlflowModel(model: StoredModel, latest: readonly StoredVersion[]) {
  const { name, definition, registry, owner, createdAt, updatedAt } = model;
  return {
    name,
    description: definition.description,
    creation_timestamp: createdAt.getTime(),
    last_updated_timestamp: updatedAt.getTime(),
    user_id: owner,
    tags: tagsOf(definition.tags),
    aliases: [...registry.aliases].map(([alias, version]) => ({ alias, version: String(version) })),
    latest_versions: latest.map((it) => mlflowVersion(model, it)),
  };
}

/** A version in MLflow's words. Stages are what aliases replaced; MLflow's pages still read one. */
export function mlflowVersion({ name, registry }: StoredModel, { version, content, author, createdAt }: StoredVersion) {
  return {
    name,
    version: String(version),
    creation_timestamp: createdAt.getTime(),
    last_updated_timestamp: createdAt.getTime(),
    user_id: author,
    current_stage: 'None',
    description: content.description,
    source: artifactsOf(name, version),
    run_id: '',
    status: 'READY',
    tags: tagsOf(content.tags),
    aliases: aliasesOf(registry, version),
  };
}

/** Where a client finds the files of a version. */
export function artifactsOf(name: string, version: number): string {
  return `mlflow-artifacts:/${VERSIONS_FOLDER}/${name}/${version}`;
}

function tagsOf(tags: Readonly<Record<string, string>>) {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}
