import { stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Dataset,
  maySee,
  type ObjectAccess,
  ProblemError,
  type registerDataset,
  type RequestOf,
  type SaidAccess,
  type TableVersion,
} from '@svc/contracts';
import { accessOfExisting, accessOfNew, type CallContext, type Clock, CLOCK, type Registering } from '@svc/platform';
import { IngestEngine, type StoredRows } from '../ingest/ingest-engine';
import { WAREHOUSE, type SharedWarehouse } from '../warehouse';
import { formatOf } from './data-format';
import { presentDataset, type StoredDataset } from './dataset';
import { DATASET_STORE, type DatasetStore, type NamedBefore } from './dataset.ports';
import { datasetProblem } from './dataset-problem';
import { requireRoom, STORAGE_LIMIT } from './storage-limit';

type Form = RequestOf<typeof registerDataset>['body'];

/** Turns an uploaded file into the newest version of a dataset. All or nothing; the upload is removed afterwards. */
@Injectable()
export class RegisterDataset {
  constructor(
    @Inject(DATASET_STORE) private readonly store: DatasetStore,
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(STORAGE_LIMIT) private readonly storageLimit: number,
    private readonly ingest: IngestEngine,
  ) {}

  async register(form: Form, said: SaidAccess | undefined, context: CallContext): Promise<Dataset> {
    const upload = await this.warehouse.staged(form.upload.staged);
    if (upload === null)
      throw new ProblemError('invalid-request', 'The uploaded file is no longer there; send it again.');
    try {
      const format = form.format ?? formatOf(form.upload.file_name);
      if (format === null)
        throw new ProblemError(
          'unsupported-media-type',
          'The file name does not show the format; name it *.csv, *.jsonl or *.parquet, or give "format".',
        );
      // A first check, to avoid reading a file that will be refused; the decision falls when the version is stored.
      const registering = { what: `dataset "${form.name}"`, who: context.principal, said };
      accessFor(form.name, await this.store.named(form.name), registering);
      const reading = { format, declared: form.columns ?? {}, nullValues: form.null_values };
      const rows = await this.ingest
        .readFile(upload.path, reading, { caller: context.principal.id, signal: context.signal })
        .catch(datasetProblem);
      return presentDataset(await this.keep(form, rows, registering));
    } finally {
      await upload.discard();
    }
  }

  private async keep(
    { name, description, upload }: Form,
    rows: StoredRows,
    registering: Registering,
  ): Promise<StoredDataset> {
    const { data_hash: dataHash, columns, file } = rows;
    const { who } = registering;
    try {
      const known = await this.knownTable(rows);
      return await this.store.register({
        name,
        description,
        dataHash,
        version: { source: upload.file_name, createdAt: this.clock.now(), createdBy: who.id },
        bytes: known?.bytes ?? (await stat(file.path)).size,
        admit: (before, owned) => {
          const access = accessFor(name, before, registering);
          if (before.dataset?.newest.table.data_hash !== dataHash) requireRoom(owned, who, this.storageLimit);
          return access;
        },
        keep: async () =>
          known ?? { data_hash: dataHash, rows: rows.rows, columns, ...(await this.warehouse.adopt(file)) },
      });
    } finally {
      await file.discard();
    }
  }

  /**
   * Equal rows are one object, whichever dataset they first came in, so they also give the same digits everywhere. When
   * that object is damaged or lost, these rows replace it for every dataset that uses it.
   */
  private async knownTable({ data_hash: dataHash, file }: StoredRows): Promise<TableVersion | null> {
    const known = await this.store.tableWith(dataHash);
    if (known === null || (await this.warehouse.renew(known.object))) return known;
    const stored = await this.warehouse.adopt(file);
    if (stored.object !== known.object) await this.store.replaceObject(known.object, stored);
    return { ...known, ...stored };
  }
}

/** A name is unique even where the caller does not see its holder; everybody who sees a dataset may add to it. */
function accessFor(name: string, { dataset, deleted }: NamedBefore, registering: Registering): ObjectAccess {
  return dataset !== null && maySee(dataset, registering.who)
    ? accessOfExisting(dataset, registering)
    : accessOfNew(name, dataset ?? deleted, registering);
}
