import { Gauge, type Registry } from 'prom-client';
import type { KnownAnswers } from './known-answers';

/** Shows, when scraped, how much room the answers take that this process keeps. */
export function watchAnswers(registry: Registry, answers: KnownAnswers): void {
  new Gauge({
    name: 'svc_metric_answer_chars',
    help: 'Characters of the answers that this process keeps, and how many it may',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      this.set({ part: 'used' }, answers.used);
      this.set({ part: 'limit' }, answers.limit);
    },
  });
}
