import { Inject, Injectable } from '@nestjs/common';
import { type MatchedCall, type Principal, TRACKING_PREFIX } from '@svc/contracts';
import { z } from 'zod';
import { MODEL_STORE, type ModelStore } from '../model/model.ports';
import { bytesOf, type CallInput, idsIn, invalid, type NamedIds, requireOwnTags } from './call-input';
import { jsonReply } from './mlflow-answer';
import { readJson } from './read-json';
import { type Experiment, experiment, MODEL_TAG, noExperiment, OWNER_TAG, TrackedObjects } from './tracked-objects';
import { TRACKING_SERVER, type TrackingReply, type TrackingServer } from './tracking.ports';

const tags = z.array(z.object({ key: z.string(), value: z.string().default('') })).default([]);
const creation = z.object({ name: z.string(), artifact_location: z.string().nullish(), tags });
/** The tag by which MLflow shows whose run it is. */
const USER_TAG = 'mlflow.user';

/** Calls about experiments, runs and logged models: MLflow answers, for those who see what they name. */
@Injectable()
export class StoreCalls {
  constructor(
    @Inject(TRACKING_SERVER) private readonly server: TrackingServer,
    @Inject(MODEL_STORE) private readonly models: ModelStore,
    private readonly tracked: TrackedObjects,
  ) {}

  async answer(call: MatchedCall, input: CallInput, who: Principal, signal: AbortSignal): Promise<TrackingReply> {
    const noun = call.route.replace(/^\/(?:ajax-)?api\/2\.0\/mlflow\//, '');
    const ids = idsIn(call, input);
    await this.tracked.requireVisible(ids, who, signal);
    switch (noun) {
      case 'experiments/create':
        return this.forward(call, { ...input, body: await this.ownExperiment(input, who) }, signal);
      case 'experiments/search':
        return this.visibleOnes(await this.forward(call, input, signal), who);
      case 'experiments/get-by-name':
        return this.ifVisible(await this.forward(call, input, signal), input, who);
      default:
        requireNamed(noun, call, ids);
        requireOwnTags(call, input.body);
        return this.forward(call, noun === 'runs/create' ? ownRun(input, who) : input, signal);
    }
  }

  private forward(call: MatchedCall, { query, body }: CallInput, signal: AbortSignal): Promise<TrackingReply> {
    const path = call.route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.params[name] ?? ''));
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const bytes = bytesOf(body);
    return this.server.ask({
      method: call.method,
      path: `${TRACKING_PREFIX}${path}${search}`,
      headers: bytes === null ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) },
      body: bytes,
      signal,
    });
  }

  /** A new experiment is its creator's, or of a model that they see and name in a tag. Where its artifacts are is ours to say. */
  private async ownExperiment({ body }: CallInput, who: Principal): Promise<CallInput['body']> {
    const read = creation.safeParse(body);
    if (!read.success) throw invalid('An experiment needs a name, and tags with keys and values.');
    const { name, artifact_location, tags: given } = read.data;
    if (artifact_location != null && artifact_location !== '')
      throw invalid('"artifact_location" is chosen by the service: leave it out.');
    const model = given.find((it) => it.key === MODEL_TAG)?.value ?? null;
    if (model !== null && (await this.models.find(model, who)) === null) throw invalid(`There is no model "${model}".`);
    const others = given.filter((it) => it.key !== MODEL_TAG);
    requireOwnTags({ params: {} }, { tags: others });
    const own = [{ key: OWNER_TAG, value: who.id }, ...(model === null ? [] : [{ key: MODEL_TAG, value: model }])];
    return { name, tags: [...others, ...own] };
  }

  private async visibleOnes(reply: TrackingReply, who: Principal): Promise<TrackingReply> {
    const answer = await readJson(reply);
    const read = z.looseObject({ experiments: z.array(experiment).default([]) }).safeParse(answer);
    if (reply.status !== 200 || !read.success) return jsonReply(answer, reply.status);
    const seen: Experiment[] = [];
    for (const one of read.data.experiments) if (await this.tracked.sees(one, who)) seen.push(one);
    return jsonReply({ ...read.data, experiments: seen });
  }

  private async ifVisible(reply: TrackingReply, { query }: CallInput, who: Principal): Promise<TrackingReply> {
    const answer = await readJson(reply);
    if (reply.status !== 200) return jsonReply(answer, reply.status);
    const read = z.object({ experiment }).safeParse(answer);
    if (read.success && (await this.tracked.sees(read.data.experiment, who))) return jsonReply(answer);
    throw noExperiment(query.get('experiment_name') ?? '');
  }
}

/** MLflow would take some missing ids for "all" or for its default experiment. */
function requireNamed(noun: string, { params }: MatchedCall, ids: NamedIds): void {
  const ofExperiment = /^experiments\/|^runs\/(search|create)$|^logged-models(\/search)?$/.test(noun);
  if (params['model_id'] !== undefined) return;
  if (ofExperiment && ids.experiments.length === 0) throw invalid('The call names no experiment.');
  if (!ofExperiment && ids.runs.length === 0) throw invalid('The call names no run.');
}

/** Whoever calls is who the run says made it. */
function ownRun({ query, body }: CallInput, who: Principal): CallInput {
  const given = tags.safeParse(body?.['tags'] ?? []);
  if (!given.success) throw invalid('"tags" must be a list of keys and values.');
  const others = given.data.filter((it) => it.key !== USER_TAG);
  return { query, body: { ...body, user_id: who.id, tags: [...others, { key: USER_TAG, value: who.id }] } };
}
