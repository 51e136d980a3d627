import { Inject, Injectable } from '@nestjs/common';
import { PlatformMetrics } from '@svc/platform';
import { Histogram } from 'prom-client';
import type { Visit } from './visit';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Duration and outcome of operations as callers see them. */
@Injectable()
export class HttpMetrics {
  private readonly answered: Histogram<'operation' | 'status'>;

  constructor(@Inject(PlatformMetrics) metrics: PlatformMetrics) {
    this.answered = new Histogram({
      name: 'svc_http_answer_duration_seconds',
      help: 'Time from a request to the last byte of its answer, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: SECONDS,
      registers: [metrics.registry],
    });
  }

  /** Unknown paths share one label: probing them must not add metrics. */
  observe({ endpoint, response, durationMs }: Visit): void {
    this.answered.observe(
      { operation: endpoint?.name ?? 'unknown', status: String(response.statusCode) },
      durationMs / 1000,
    );
  }
}
