import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const MAX_AGE_MS = 1_000;
const LABELS = ['call', 'code'] as const;

/** The service's own Prometheus registry, served at `/metrics` by `serveMetrics`. Apps add theirs with `registers: [metrics.registry]`. */
export class PlatformMetrics {
  readonly registry = new Registry();
  /** Calls answered, by call name and outcome (`ok` or a problem code); its `_count` is the request count. */
  readonly served = new Histogram({
    name: 'svc_rpc_served_duration_seconds',
    help: 'Time to answer a call, by call and outcome',
    labelNames: LABELS,
    buckets: SECONDS,
    registers: [this.registry],
  });
  /** Calls made to other services. */
  readonly called = new Histogram({
    name: 'svc_rpc_called_duration_seconds',
    help: 'Time until a call to another service was answered, by call and outcome',
    labelNames: LABELS,
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly reconnects = new Counter({
    name: 'svc_nats_reconnects_total',
    help: 'Times the NATS connection came back',
    registers: [this.registry],
  });

  private rendered: { readonly text: Promise<string>; readonly at: number } | null = null;

  /** `now` is a clock in milliseconds that never jumps. */
  constructor(
    service: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
  }

  /** The exposition. It is at most a second old, so many readers cost no more than one. */
  text(): Promise<string> {
    const now = this.now();
    if (this.rendered === null || now - this.rendered.at >= MAX_AGE_MS)
      this.rendered = { text: this.registry.metrics(), at: now };
    return this.rendered.text;
  }

  /** Reads calls under way when scraped, so that a request costs nothing. */
  watchInFlight(read: () => Iterable<readonly [call: string, count: number]>): void {
    new Gauge({
      name: 'svc_rpc_in_flight',
      help: 'Calls being worked on now, by call',
      labelNames: ['call'],
      registers: [this.registry],
      collect() {
        for (const [call, count] of read()) this.set({ call }, count);
      },
    });
  }

  /** Reads, when scraped, how many lines of the log could not be written. */
  watchLog(read: () => number): void {
    new Counter({
      name: 'svc_log_dropped_total',
      help: 'Lines of the log that could not be written and were dropped',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Reads the state of the NATS connection when scraped. */
  watchNats(connected: () => boolean): () => void {
    new Gauge({
      name: 'svc_nats_connected',
      help: 'Whether the NATS connection works now',
      registers: [this.registry],
      collect() {
        this.set(connected() ? 1 : 0);
      },
    });
    return () => this.reconnects.inc();
  }
}
