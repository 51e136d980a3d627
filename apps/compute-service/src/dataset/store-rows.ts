import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { IngestEngine } from '../ingest/ingest-engine';
import { WAREHOUSE, type SharedWarehouse } from '../warehouse';
import { datasetProblem } from './dataset-problem';

/** Stores rows that another service staged as JSON lines, under their content hash; they belong to no dataset. */
@Injectable()
export class StoreRows {
  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    private readonly ingest: IngestEngine,
  ) {}

  async store(staged: string, { principal, signal }: CallContext): Promise<TableVersion> {
    const lines = await this.warehouse.staged(staged);
    if (lines === null) throw new ProblemError('invalid-request', 'The rows are no longer there; send them again.');
    try {
      const reading = { format: 'jsonl', declared: {}, nullValues: [] } as const;
      const { data_hash, rows, columns, file } = await this.ingest
        .readFile(lines.path, reading, { caller: principal.id, signal })
        .catch(datasetProblem);
      try {
        return { data_hash, rows, columns, ...(await this.warehouse.adopt(file)) };
      } finally {
        await file.discard();
      }
    } finally {
      await lines.discard();
    }
  }
}
