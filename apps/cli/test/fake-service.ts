import type { Dataset, Derivation, Job, Manifest, Metric } from '@svc/contracts';
import { metricDefinition } from '@svc/contracts';
import { aDataset, aDerivation, aJob, aManifest, aMetric, aRun } from './documents';
import { FakeGateway, type Received, refusal, type Reply } from './fake-gateway';

/** The outcome of a derivation at the fake service. */
export interface Ending {
  readonly verdict: 'sound' | 'unsound' | null;
  readonly outcome?: 'succeeded' | 'failed' | 'refused';
  readonly reason?: string;
}

/** The part of a service that `svc apply` needs; remembers what it received. */
export class FakeService {
  readonly datasets = new Map<string, Dataset>();
  readonly derivations = new Map<string, Derivation>();
  readonly metrics = new Map<string, Metric>();
  readonly ran: string[] = [];
  readonly endings = new Map<string, Ending>();
  manifests: Manifest[] = [aManifest()];

  constructor(readonly gateway: FakeGateway) {}

  /** Configures answers for these names; call it again after `gateway.forget()`. */
  serve(names: {
    readonly datasets: readonly string[];
    readonly derivations: readonly string[];
    readonly metrics: readonly string[];
  }): void {
    const { gateway } = this;
    gateway
      .on('POST /api/datasets', (request) => this.register(request))
      .on('POST /api/derivations/describe', () => ({ body: { manifests: this.manifests } }));
    for (const name of names.datasets) gateway.on(`GET /api/datasets/${name}`, () => found(this.datasets.get(name)));
    for (const name of names.derivations) {
      gateway.on(`GET /api/derivations/${name}`, () => found(this.derivations.get(name)));
      gateway.on(`PUT /api/derivations/${name}`, () => this.define(name));
      gateway.on(`POST /api/derivations/${name}/run`, (request) => this.run(name, request));
      gateway.on(`GET /api/derivations/${name}/runs`, () => ({
        body: {
          items: [aRun({ derivation: name, verdict: this.endings.get(name)?.verdict ?? 'sound' })],
          next_cursor: null,
        },
      }));
    }
    for (const name of names.metrics) {
      gateway.on(`GET /api/metrics/${name}`, () => found(this.metrics.get(name)));
      gateway.on(`PUT /api/metrics/${name}`, (request) => this.put(name, request));
    }
  }

  private register({ text }: Received): Reply {
    const name = /name="name"\r\n\r\n([a-z_]+)/.exec(text)?.[1] ?? '';
    const dataset = aDataset({ name, description: /name="description"\r\n\r\n([^\r]*)/.exec(text)?.[1] ?? '' });
    this.datasets.set(name, dataset);
    return { status: 201, body: dataset };
  }

  private define(name: string): Reply {
    const manifest = this.manifests.find((it) => it.name === name) ?? aManifest({ name });
    const derivation = { ...aDerivation(manifest), etag: manifest.code_hash };
    this.derivations.set(name, derivation);
    return { body: derivation };
  }

  private run(name: string, { body }: Received): Reply {
    const unchanged = this.ran.includes(name) && JSON.stringify(body).includes('"force":false');
    if (!unchanged) this.ran.push(name);
    const {
      verdict,
      outcome = 'succeeded',
      reason = 'So it is.',
    } = this.endings.get(name) ?? { verdict: 'sound' as const };
    const running = aJob({
      state: 'running',
      progress: { done: 1, total: 4, message: 'Running it twice in the sandbox' },
    });
    const ended = aJob({
      state: 'succeeded',
      result: {
        run_id: '00000000-0000-4000-8000-000000000001',
        outcome,
        verdict,
        reason,
        certificate_digest: null,
        unchanged,
        certified: verdict === 'sound',
        certification_reason: reason,
      },
    });
    this.gateway.on(`GET /api/jobs/${running.id}/events`, events([running, ended]));
    return { status: 202, body: aJob() };
  }

  private put(name: string, { body, headers }: Received): Reply {
    const definition = metricDefinition.parse(body);
    const source = definition.type === 'simple' ? definition.source : null;
    const ending = source === null ? null : this.endings.get(source);
    if (ending != null && ending.verdict !== 'sound')
      return refusal(
        'uncertified-source',
        `"${source ?? ''}" is not certified: its claim is ${ending.verdict ?? 'unchecked'}.`,
      );
    if (this.metrics.has(name) && headers['if-match'] === undefined)
      return refusal('precondition-required', 'It exists.');
    const metric = { ...aMetric({ name }), definition };
    this.metrics.set(name, metric);
    return { body: metric };
  }
}

function found(it: unknown): Reply {
  return it === undefined ? refusal('not-found', 'Not found.') : { body: it };
}

/** A job as server-sent events, one change after the other. */
export function events(jobs: readonly Job[]): Reply {
  return {
    text: jobs.map((job, index) => `id: ${index}\nevent: job\ndata: ${JSON.stringify(job)}\n\n`).join(''),
    type: 'text/event-stream',
  };
}
