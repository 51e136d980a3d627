import { Readable } from 'node:stream';
import { jsonReply } from '../src/tracking/mlflow-answer';
import type { TrackingReply, TrackingRequest, TrackingServer } from '../src/tracking/tracking.ports';

interface Tag {
  readonly key: string;
  readonly value: string;
}

/** MLflow as far as the policy sees it: experiments with tags, runs and logged models in them. Anything else answers `{}`. */
export class FakeMlflow implements TrackingServer {
  readonly experiments = new Map<string, readonly Tag[]>();
  /** The experiment of each run and each logged model. */
  readonly runs = new Map<string, string>();
  readonly models = new Map<string, string>();
  /** What reached it, without the questions that the policy itself asks. */
  readonly reached: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];

  async ask({ method, path, body }: TrackingRequest): Promise<TrackingReply> {
    const url = new URL(path, 'http://mlflow');
    const noun = url.pathname.replace('/ml-tracking/api/2.0/mlflow/', '');
    const known = method === 'GET' ? this.known(noun, url.searchParams) : null;
    if (known !== null) return known;
    const sent = body instanceof Readable ? Buffer.concat(await body.toArray()) : body;
    const text = sent === null ? null : Buffer.from(sent).toString();
    this.reached.push({ method, path, body: text?.startsWith('{') === true ? JSON.parse(text) : text });
    if (noun === 'experiments/search')
      return jsonReply({
        experiments: [...this.experiments.keys()].map((it) => this.experiment(it)),
        next_page_token: 'n',
      });
    return jsonReply({});
  }

  private known(noun: string, query: URLSearchParams): TrackingReply | null {
    const missing = jsonReply({ error_code: 'RESOURCE_DOES_NOT_EXIST', message: 'no' }, 404);
    const info = (id: string | undefined) => (id === undefined ? null : { info: { experiment_id: id } });
    if (noun === 'experiments/get') {
      const id = query.get('experiment_id') ?? '';
      return this.experiments.has(id) ? jsonReply({ experiment: this.experiment(id) }) : missing;
    }
    if (noun === 'experiments/get-by-name') {
      const id = (query.get('experiment_name') ?? '').replace('exp ', '');
      return this.experiments.has(id) ? jsonReply({ experiment: this.experiment(id) }) : missing;
    }
    if (noun === 'runs/get') {
      const run = info(this.runs.get(query.get('run_id') ?? ''));
      return run === null ? missing : jsonReply({ run });
    }
    const [, id = ''] = /^logged-models\/([^/]+)$/.exec(noun) ?? [];
    const model = info(this.models.get(id));
    return model === null ? (id === '' ? null : missing) : jsonReply({ model });
  }

  private experiment(id: string) {
    return { experiment_id: id, name: `exp ${id}`, tags: this.experiments.get(id) };
  }
}
