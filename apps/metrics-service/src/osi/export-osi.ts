import { Inject, Injectable } from '@nestjs/common';
import type { OsiDocument } from '@svc/contracts';
import { definitionsOf } from '../metric/metric-change';
import { METRIC_STORE, type MetricStore } from '../metric/metric.ports';
import { writeOsi } from './write-osi';

/** Every metric as an OSI document; importing it restores each definition exactly. */
@Injectable()
export class ExportOsi {
  constructor(@Inject(METRIC_STORE) private readonly metrics: MetricStore) {}

  async export(): Promise<OsiDocument> {
    return writeOsi(definitionsOf(await this.metrics.catalogue()));
  }
}
