import { Inject, Injectable } from '@nestjs/common';
import { type Dataset, ProblemError, type registerDataset, type RequestOf, type TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { CLOCK, type Clock } from '../clock';
import { IngestEngine, type StoredRows } from '../ingest/ingest-engine';
import { WAREHOUSE, type SharedWarehouse } from '../warehouse';
import { formatOf } from './data-format';
import { presentDataset } from './dataset';
import { DATASET_STORE, type DatasetStore } from './dataset.ports';
import { datasetProblem } from './dataset-problem';

type Form = RequestOf<typeof registerDataset>['body'];

/** Turns an uploaded file into the newest version of a dataset. All or nothing; the upload is gone afterwards. */
@Injectable()
export class RegisterDataset {
  constructor(
    @Inject(DATASET_STORE) private readonly store: DatasetStore,
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly ingest: IngestEngine,
  ) {}

  async run(form: Form, context: CallContext): Promise<Dataset> {
    const upload = await this.warehouse.staged(form.upload.staged);
    if (upload === null) throw new ProblemError('invalid-request', 'The uploaded file is no longer there; send it again.');
    try {
      const format = form.format ?? formatOf(form.upload.file_name);
      if (format === null) throw new ProblemError('unsupported-media-type', 'The name of the file does not say what it is; name it *.csv, *.jsonl or *.parquet, or give "format".');
      const reading = { format, declared: form.columns ?? {}, nullValues: form.null_values };
      const rows = await this.ingest.readFile(upload.path, reading, context.signal).catch(datasetProblem);
      const version = { table: await this.keep(rows), source: form.upload.file_name, createdAt: this.clock.now(), createdBy: context.principal.id };
      return presentDataset(await this.store.register({ name: form.name, description: form.description, version }));
    } finally {
      await upload.discard();
    }
  }

  /** The same rows are one object, whichever dataset they first came in: so they also give the same digits everywhere. */
  private async keep({ data_hash, rows, columns, file }: StoredRows): Promise<TableVersion> {
    const known = await this.store.tableWith(data_hash);
    if (known !== null && (await this.warehouse.has(known.object))) {
      await file.discard();
      return known;
    }
    return { data_hash, rows, columns, ...(await this.warehouse.adopt(file)) };
  }
}
