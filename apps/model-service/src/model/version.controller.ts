import { Controller } from '@nestjs/common';
import { modelNoun, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ChangeModel } from './change-model';
import { ReadArtifacts } from './read-artifacts';
import { ReadModels } from './read-models';
import { compareVersions as differences } from './version/compare-versions';
import { lineageOf } from './version/lineage-of';

const {
  listModelVersions,
  getModelVersion,
  deleteModelVersion,
  getModelSchema,
  getModelLineage,
  compareVersions,
  listArtifacts,
  getArtifact,
} = modelNoun.endpoints;

@Controller()
export class VersionController {
  constructor(
    private readonly reading: ReadModels,
    private readonly artifacts: ReadArtifacts,
    private readonly changing: ChangeModel,
  ) {}

  @Handles(listModelVersions)
  list(
    { params, query }: RequestOf<typeof listModelVersions>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listModelVersions>> {
    return this.reading.versions(params.name, query, principal);
  }

  @Handles(getModelVersion)
  get(
    { params }: RequestOf<typeof getModelVersion>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getModelVersion>> {
    return this.reading.version(params.name, params.version, principal);
  }

  @Handles(deleteModelVersion)
  delete(
    { params }: RequestOf<typeof deleteModelVersion>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof deleteModelVersion>> {
    return this.changing.deleteVersion(params.name, params.version, principal);
  }

  @Handles(getModelSchema)
  async schema(
    { params }: RequestOf<typeof getModelSchema>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getModelSchema>> {
    const { stored } = await this.reading.findVersion(params.name, params.version, principal);
    const { signature, input_example } = stored.content;
    return { version: stored.version, ...signature, input_example };
  }

  @Handles(listArtifacts)
  async listArtifacts(
    { params }: RequestOf<typeof listArtifacts>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listArtifacts>> {
    return { items: await this.artifacts.list(params.name, params.version, principal) };
  }

  @Handles(getArtifact)
  artifact(
    { params, query }: RequestOf<typeof getArtifact>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getArtifact>> {
    return this.artifacts.get(params.name, params.version, query.path, principal);
  }

  @Handles(getModelLineage)
  async lineage(
    { params }: RequestOf<typeof getModelLineage>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getModelLineage>> {
    const { model, stored } = await this.reading.findVersion(params.name, params.version, principal);
    return lineageOf(model, stored);
  }

  @Handles(compareVersions)
  async compare(
    { params, query }: RequestOf<typeof compareVersions>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof compareVersions>> {
    const left = await this.reading.findVersion(params.name, query.left, principal);
    const right = await this.reading.findVersion(params.name, query.right, principal);
    return differences(params.name, left.stored, right.stored);
  }
}
