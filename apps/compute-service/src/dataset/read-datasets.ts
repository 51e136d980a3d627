import { Inject, Injectable } from '@nestjs/common';
import { type Dataset, type datasetVersion, ProblemError, type resolveDatasets, type ResponseOf, type RowSet } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { z } from 'zod';
import { QueryEngine } from '../query/query-engine';
import { presentDataset, presentTable, type StoredDataset } from './dataset';
import { DATASET_STORE, type DatasetStore } from './dataset.ports';

interface Page<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** What is stored of datasets, to be looked at and resolved. */
@Injectable()
export class ReadDatasets {
  constructor(
    @Inject(DATASET_STORE) private readonly store: DatasetStore,
    private readonly engine: QueryEngine,
  ) {}

  async get(name: string): Promise<Dataset> {
    return presentDataset(await this.found(name));
  }

  async list({ limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }): Promise<Page<Dataset>> {
    const after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString();
    const page = await this.store.page(after, limit + 1);
    const items = page.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(presentDataset), next_cursor: page.length > limit && last !== undefined ? Buffer.from(last.name).toString('base64url') : null };
  }

  async versions(name: string): Promise<{ items: z.infer<typeof datasetVersion>[] }> {
    await this.found(name);
    const versions = await this.store.versions(name);
    return { items: versions.map((it) => ({ ...presentTable(it.table), created_at: it.createdAt.toISOString(), created_by: it.createdBy, source: it.source })) };
  }

  async preview(name: string, limit: number, { signal, principal }: CallContext): Promise<RowSet> {
    const { table } = (await this.found(name)).newest;
    const { rows, truncated } = await this.engine.query({ sql: 'FROM preview', tables: { preview: table }, parameters: [], limit, timeoutMs: 20_000, caller: principal.id, signal });
    return { columns: table.columns, rows: rows.map((row) => [...row]), row_count: rows.length, truncated };
  }

  async resolve(names: readonly string[]): Promise<ResponseOf<typeof resolveDatasets>> {
    const found = await this.store.findAll(names);
    const datasets = Object.fromEntries(found.map(({ name, newest }) => [name, { version: newest.table, created_at: newest.createdAt.toISOString() }]));
    return { datasets, missing: names.filter((name) => datasets[name] === undefined), known: await this.store.names() };
  }

  private async found(name: string): Promise<StoredDataset> {
    const stored = await this.store.find(name);
    if (stored === null) throw new ProblemError('not-found', `There is no dataset "${name}".`);
    return stored;
  }
}
