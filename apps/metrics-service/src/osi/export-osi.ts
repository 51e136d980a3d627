import { Inject, Injectable } from '@nestjs/common';
import type { OsiDocument, Principal } from '@svc/contracts';
import { isComplete } from '../metric/definition/metric';
import { definitionsOf } from '../metric/definition/metric-change';
import { METRIC_STORE, type MetricStore } from '../metric/metric.ports';
import { writeOsi } from './write-osi';

/** Every metric as an OSI document; importing it restores each definition exactly. */
@Injectable()
export class ExportOsi {
  constructor(@Inject(METRIC_STORE) private readonly metrics: MetricStore) {}

  /** Metrics whose operands the caller sees at every depth: an expression discloses all of them. */
  async export(who: Principal): Promise<OsiDocument> {
    const seen = definitionsOf(await this.metrics.catalogue(who));
    return writeOsi(new Map([...seen.values()].filter((it) => isComplete(it, seen)).map((it) => [it.name, it])));
  }
}
