import { ProblemError } from '@svc/contracts';
import { storageRefusal } from '@svc/platform';
import type { LocalFile, Warehouse } from '@svc/warehouse';
import type { VisibleFile } from '../process/worker-folder';
import type { StoredRows } from './stored-rows';

/** Name in a statement or a declaration → the stored rows it stands for. */
export type Tables = Readonly<Record<string, StoredRows>>;

/**
 * The files behind some tables, verified. A result computed from them is valid only once {@link recheck} has passed: then
 * it was computed from exactly the rows that the tables name.
 */
export class RowFiles {
  private constructor(
    private readonly warehouse: Warehouse,
    private readonly tables: Tables,
    private readonly files: ReadonlyMap<string, LocalFile>,
  ) {}

  /** Refuses with `object-corrupt` when the rows of one are damaged or missing. */
  static async open(warehouse: Warehouse, tables: Tables): Promise<RowFiles> {
    const opened = await Promise.all(
      Object.entries(tables).map(async ([name, rows]) => [name, await intact(warehouse, name, rows)] as const),
    );
    return new RowFiles(warehouse, tables, new Map(opened));
  }

  /** For the folder of a worker. The name identifies the file, so that a repaired one is never taken for its predecessor. */
  get visible(): VisibleFile[] {
    return Object.values(this.named).map(({ file, path }) => ({ name: file, path, immutable: true }));
  }

  /** Table → the name of its file in the folder of a worker, and its path here. */
  get named(): Readonly<Record<string, { readonly file: string; readonly path: string }>> {
    return Object.fromEntries(
      [...this.files].map(([name, { path, version }]) => [
        name,
        { file: `${this.tables[name]?.object ?? ''}.${version}`, path },
      ]),
    );
  }

  /** Refuses like {@link open} what has changed since, and with `unavailable` what was repaired since. */
  async recheck(): Promise<void> {
    for (const [name, before] of this.files) {
      const rows = this.tables[name];
      const now = rows === undefined ? null : await intact(this.warehouse, name, rows);
      if (now?.version !== before.version)
        throw new ProblemError('unavailable', `The stored rows of "${name}" were just repaired; ask again.`, {
          retryAfter: 1,
        });
    }
  }
}

function intact(warehouse: Warehouse, name: string, { object }: StoredRows): Promise<LocalFile> {
  return warehouse.localFile(object).catch((error: unknown) => {
    throw storageRefusal(error, `The rows of "${name}"`);
  });
}
