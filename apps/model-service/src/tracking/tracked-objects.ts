import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError, TRACKING_PREFIX } from '@svc/contracts';
import { z } from 'zod';
import { MODEL_STORE, type ModelStore } from '../model/model.ports';
import type { NamedIds } from './call-input';
import { readJson } from './read-json';
import { TRACKING_SERVER, type TrackingServer } from './tracking.ports';

/** Tags by which an experiment says whose it is. They are set when it is created, and nothing changes them. */
export const OWNER_TAG = 'svc.owner';
export const MODEL_TAG = 'svc.model';

export const experiment = z.looseObject({
  experiment_id: z.string(),
  tags: z.array(z.object({ key: z.string(), value: z.string().default('') })).default([]),
});
export type Experiment = z.infer<typeof experiment>;

/** To whom an experiment belongs: those who see its model, or its owner alone. Neither: MLflow's own default experiment. */
interface Belonging {
  readonly owner: string | null;
  readonly model: string | null;
}

const MAX_REMEMBERED = 10_000;
const API = `${TRACKING_PREFIX}/api/2.0/mlflow`;

/** Who sees which experiment, and with it its runs, their artifacts and its logged models. */
@Injectable()
export class TrackedObjects {
  /** What never changes: the experiment of a run or of a logged model, and to whom an experiment belongs. */
  private readonly experimentsOf = new Map<string, string>();
  private readonly belongings = new Map<string, Belonging>();

  constructor(
    @Inject(TRACKING_SERVER) private readonly server: TrackingServer,
    @Inject(MODEL_STORE) private readonly models: ModelStore,
  ) {}

  /** Refuses what the caller may not see, in the words for what does not exist. */
  async requireVisible(ids: NamedIds, who: Principal, signal: AbortSignal): Promise<void> {
    const runs = await Promise.all([...new Set(ids.runs)].map((id) => this.experimentOfRun(id, signal)));
    const models = await Promise.all([...new Set(ids.models)].map((id) => this.experimentOfModel(id, signal)));
    const named = [
      ...ids.experiments.map((id) => ({ id, missing: () => noExperiment(id) })),
      ...runs.map(({ id, of }) => ({ id: of, missing: () => noSuch('run', id) })),
      ...models.map(({ id, of }) => ({ id: of, missing: () => noSuch('logged model', id) })),
    ];
    for (const { id, missing } of named)
      if (!(await this.isVisible(await this.belongingOf(id, signal, missing), who))) throw missing();
  }

  /** Whether the caller sees an experiment that MLflow answered. */
  sees(found: Experiment, who: Principal): Promise<boolean> {
    return this.isVisible(belonging(found), who);
  }

  private async isVisible({ owner, model }: Belonging, who: Principal): Promise<boolean> {
    if (model !== null) return (await this.models.find(model, who)) !== null;
    return owner === who.id || who.role === 'admin';
  }

  private async belongingOf(id: string, signal: AbortSignal, missing: () => ProblemError): Promise<Belonging> {
    const known = this.belongings.get(id);
    if (known !== undefined) return known;
    const answer = await this.read(`${API}/experiments/get?experiment_id=${encodeURIComponent(id)}`, signal);
    const found = z.object({ experiment }).safeParse(answer);
    if (!found.success) throw missing();
    const whose = belonging(found.data.experiment);
    remember(this.belongings, id, whose);
    return whose;
  }

  private async experimentOfRun(id: string, signal: AbortSignal) {
    const schema = z.object({ run: z.object({ info: z.object({ experiment_id: z.string() }) }) });
    const path = `${API}/runs/get?run_id=${encodeURIComponent(id)}`;
    return { id, of: await this.experimentOf(id, path, (it) => schema.safeParse(it).data?.run.info, signal, 'run') };
  }

  private async experimentOfModel(id: string, signal: AbortSignal) {
    const schema = z.object({ model: z.object({ info: z.object({ experiment_id: z.string() }) }) });
    const path = `${API}/logged-models/${encodeURIComponent(id)}`;
    const of = await this.experimentOf(id, path, (it) => schema.safeParse(it).data?.model.info, signal, 'logged model');
    return { id, of };
  }

  private async experimentOf(
    id: string,
    path: string,
    info: (answer: unknown) => { readonly experiment_id: string } | undefined,
    signal: AbortSignal,
    what: string,
  ): Promise<string> {
    const key = `${what} ${id}`;
    const known = this.experimentsOf.get(key);
    if (known !== undefined) return known;
    const found = info(await this.read(path, signal));
    if (found === undefined) throw noSuch(what, id);
    remember(this.experimentsOf, key, found.experiment_id);
    return found.experiment_id;
  }

  /** What MLflow answers, or null for what it refuses. */
  private async read(path: string, signal: AbortSignal): Promise<unknown> {
    const reply = await this.server.ask({ method: 'GET', path, headers: {}, body: null, signal });
    const answer = await readJson(reply);
    if (reply.status >= 500)
      throw new ProblemError('unavailable', 'The tracking server cannot say whose this is. Try again.');
    return reply.status === 200 ? answer : null;
  }
}

function belonging({ tags }: Experiment): Belonging {
  const valueOf = (key: string): string | null => tags.find((it) => it.key === key)?.value ?? null;
  return { owner: valueOf(OWNER_TAG), model: valueOf(MODEL_TAG) };
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(key, value);
}

export function noExperiment(id: string): ProblemError {
  const advice = id === '0' ? ' Choose or create one first: mlflow.set_experiment("…").' : '';
  return new ProblemError('not-found', `There is no experiment "${id}".${advice}`);
}

function noSuch(what: string, id: string): ProblemError {
  return new ProblemError('not-found', `There is no ${what} "${id}".`);
}
