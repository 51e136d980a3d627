import { Inject, Injectable } from '@nestjs/common';
import { didYouMeanOrStop } from '@svc/closest-name';
import { type Model, type ModelVersion, type ModelVersionDetail, type Principal, ProblemError } from '@svc/contracts';
import { type Clock, CLOCK, exportHead, keyBefore, numberBefore, type Page, pageOf } from '@svc/platform';
import { numberOf, presentModel, type StoredModel } from './model';
import { MODEL_STORE, type ModelStore } from './model.ports';
import { noSuchVersion } from './version/no-such-version';
import { presentDetail, presentVersion } from './version/present-version';
import type { StoredVersion, VersionContent } from './version/version-content';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A version, and the model that it is of. */
export interface FoundVersion {
  readonly model: StoredModel;
  readonly stored: StoredVersion;
}

/** Models and versions, for those who see the model. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(MODEL_STORE) private readonly models: ModelStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ limit, cursor }: PageRequest, who: Principal): Promise<Page<Model>> {
    const found = await this.models.page(keyBefore(cursor), limit + 1, who);
    return pageOf(found, limit, (it) => it.name, presentModel);
  }

  async get(name: string, who: Principal): Promise<Model> {
    return presentModel(await this.find(name, who));
  }

  async find(name: string, who: Principal): Promise<StoredModel> {
    const found = await this.models.find(name, who);
    if (found !== null) return found;
    throw new ProblemError(
      'not-found',
      `There is no model "${name}"${didYouMeanOrStop(name, await this.models.names(who))}List them with "svc model list".`,
    );
  }

  async versions(name: string, { limit, cursor }: PageRequest, who: Principal): Promise<Page<ModelVersion>> {
    const before = numberBefore(cursor);
    const model = await this.find(name, who);
    const found = await this.models.versions(name, before, limit + 1);
    return pageOf(
      found,
      limit,
      (it) => String(it.version),
      (it) => presentVersion(model, it),
    );
  }

  async version(name: string, ref: string, who: Principal): Promise<ModelVersionDetail> {
    const { model, stored } = await this.findVersion(name, ref, who);
    return presentDetail(model, stored);
  }

  /** By number or alias. */
  async findVersion(name: string, ref: string, who: Principal): Promise<FoundVersion> {
    const model = await this.find(name, who);
    const number = numberOf(model, ref);
    const stored = number === undefined ? null : await this.models.version(name, number);
    if (stored === null) throw noSuchVersion(name, ref);
    return { model, stored };
  }

  /** The version that `ref` names at this moment, as far as the caller sees the model. */
  resolve(name: string, ref: string, who: Principal) {
    return this.models.resolve(name, ref, who);
  }

  /** Of a model that the caller was found to see. */
  async contentOf(name: string, version: number): Promise<VersionContent | null> {
    return (await this.models.version(name, version))?.content ?? null;
  }

  /** Every version, with all its evidence, as a document that stands on its own. */
  async export(name: string, who: Principal) {
    const model = await this.find(name, who);
    const versions = await this.models.versions(name, null, null);
    return {
      ...exportHead('model', model, this.clock.now()),
      model: presentModel(model),
      versions: versions.map((it) => presentDetail(model, it)),
    };
  }
}
