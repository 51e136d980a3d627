import { Inject, Injectable } from '@nestjs/common';
import { type MatchedCall, type Principal, ProblemError } from '@svc/contracts';
import { MODEL_STORE, type ModelStore } from '../model/model.ports';
import type { StoredModel } from '../model/model';
import { ReadModels } from '../model/read-models';
import type { StoredVersion } from '../model/version/version-content';
import { type CallInput, invalid } from './call-input';
import { jsonReply } from './mlflow-answer';
import { artifactsOf, mlflowModel, mlflowVersion } from './mlflow-model';
import { readFilter } from './registry-filter';
import type { TrackingReply } from './tracking.ports';

type Asked = (name: string) => string | null;

const MAX_RESULTS = 1_000;

/**
 * Reading the registry as MLflow's clients and pages do. It is answered from the registry itself, in MLflow's words, and MLflow keeps
 * no copy: what it shows cannot drift, and a reader sees the models that they see everywhere else.
 */
@Injectable()
export class RegistryCalls {
  constructor(
    private readonly reading: ReadModels,
    @Inject(MODEL_STORE) private readonly models: ModelStore,
  ) {}

  async answer(call: MatchedCall, input: CallInput, who: Principal): Promise<TrackingReply> {
    return jsonReply(await this.value(call.route.replace(/^.*\/mlflow\//, ''), askedIn(input), input, who));
  }

  private async value(noun: string, asked: Asked, { query }: CallInput, who: Principal): Promise<object> {
    switch (noun) {
      case 'registered-models/search':
        return this.searchModels(asked, query.getAll('order_by'), who);
      case 'registered-models/get':
        return { registered_model: await this.model(await this.reading.find(required(asked, 'name'), who)) };
      case 'registered-models/get-latest-versions':
        return { model_versions: await this.latest(await this.reading.find(required(asked, 'name'), who)) };
      case 'registered-models/alias':
        return { model_version: await this.version(asked, required(asked, 'alias'), who) };
      case 'model-versions/get':
        return { model_version: await this.version(asked, numberIn(asked), who) };
      case 'model-versions/search':
        return this.searchVersions(asked, query.getAll('order_by'), who);
      default: {
        const { model, stored } = await this.reading.findVersion(required(asked, 'name'), numberIn(asked), who);
        return { artifact_uri: artifactsOf(model.name, stored.version) };
      }
    }
  }

  private async version(asked: Asked, ref: string, who: Principal) {
    // MLflow's word for the newest; everywhere else a bare name stands for the champion.
    const { model, stored } = await this.reading.findVersion(required(asked, 'name'), ref, who);
    return mlflowVersion(model, stored);
  }

  private async model(model: StoredModel) {
    return mlflowModel(model, await this.models.versions(model.name, null, 1));
  }

  private async latest(model: StoredModel) {
    return (await this.models.versions(model.name, null, 1)).map((it) => mlflowVersion(model, it));
  }

  private async searchModels(asked: Asked, order: readonly string[], who: Principal): Promise<object> {
    const test = readFilter(asked('filter') ?? '');
    const found = (await this.models.page(null, null, who)).filter(({ name, definition }) =>
      test((field) => (field === 'name' ? name : tagIn(definition.tags, field))),
    );
    const sorted = inOrder(found, order, {
      name: (it) => it.name,
      timestamp: (it) => it.updatedAt.getTime(),
      last_updated_timestamp: (it) => it.updatedAt.getTime(),
    });
    const { page, next } = paged(sorted, asked);
    return { registered_models: await Promise.all(page.map((it) => this.model(it))), ...next };
  }

  private async searchVersions(asked: Asked, order: readonly string[], who: Principal): Promise<object> {
    const test = readFilter(asked('filter') ?? '');
    const found: { readonly model: StoredModel; readonly stored: StoredVersion }[] = [];
    for (const model of await this.models.page(null, null, who))
      for (const stored of await this.models.versions(model.name, null, null))
        if (test((field) => valueOf(model, stored, field))) found.push({ model, stored });
    const sorted = inOrder(found, order.length === 0 ? ['version_number DESC'] : order, {
      name: (it) => it.model.name,
      version_number: (it) => it.stored.version,
      creation_timestamp: (it) => it.stored.createdAt.getTime(),
      last_updated_timestamp: (it) => it.stored.createdAt.getTime(),
    });
    const { page, next } = paged(sorted, asked);
    return { model_versions: page.map(({ model, stored }) => mlflowVersion(model, stored)), ...next };
  }
}

function valueOf({ name }: StoredModel, { version, content }: StoredVersion, field: string): string | null {
  if (field === 'name') return name;
  if (field === 'version_number') return String(version);
  if (field === 'source_path') return artifactsOf(name, version);
  // Versions come from trainings of this service, which are no runs of MLflow.
  return field === 'run_id' ? '' : tagIn(content.tags, field);
}

function tagIn(tags: Readonly<Record<string, string>>, field: string): string | null {
  return tags[field.replace(/^tags\./, '')] ?? null;
}

/** A parameter, from the query or the body. */
function askedIn({ query, body }: CallInput): Asked {
  return (name) => {
    const value = query.get(name) ?? body?.[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
}

function required(asked: Asked, name: string): string {
  const value = asked(name);
  if (value === null || value === '') throw invalid(`The parameter "${name}" is missing.`);
  return value;
}

function numberIn(asked: Asked): string {
  const version = required(asked, 'version');
  if (!/^[1-9]\d{0,8}$/.test(version)) throw invalid(`"${version.slice(0, 40)}" is not the number of a version.`);
  return version;
}

function inOrder<T>(
  found: readonly T[],
  order: readonly string[],
  keys: Readonly<Record<string, (it: T) => string | number>>,
): T[] {
  const sorted = [...found];
  for (const text of [...order].reverse()) {
    const [, field = '', way] = /^(\w+)(?:\s+(ASC|DESC))?$/i.exec(text.trim()) ?? [];
    const key = Object.hasOwn(keys, field) ? keys[field] : undefined;
    if (key === undefined)
      throw invalid(`Results cannot be ordered by "${text.slice(0, 60)}", only by ${Object.keys(keys).join(', ')}.`);
    const sign = way?.toUpperCase() === 'DESC' ? -1 : 1;
    sorted.sort((one, other) => sign * compared(key(one), key(other)));
  }
  return sorted;
}

function compared(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function paged<T>(found: readonly T[], asked: Asked): { readonly page: readonly T[]; readonly next: object } {
  const limit = Number(asked('max_results') ?? 100);
  const from = Number(asked('page_token') || 0);
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(from) || from < 0)
    throw new ProblemError(
      'invalid-request',
      '"max_results" must be a positive number, "page_token" one that was answered.',
    );
  const end = from + Math.min(limit, MAX_RESULTS);
  return { page: found.slice(from, end), next: end < found.length ? { next_page_token: String(end) } : {} };
}
