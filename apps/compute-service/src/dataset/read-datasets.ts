import { Inject, Injectable } from '@nestjs/common';
import {
  type Dataset,
  type datasetVersion,
  type exportDataset,
  type Principal,
  ProblemError,
  type resolveDatasets,
  type ResponseOf,
  type RowSet,
} from '@svc/contracts';
import {
  type CallContext,
  type ClaimedAnswer,
  type Clock,
  CLOCK,
  exportHead,
  keyBefore,
  type Page,
  pageOf,
} from '@svc/platform';
import type { z } from 'zod';
import { QueryEngine } from '../query-engine/query-engine';
import { ReplyWithAnswer } from '../query-engine/answer/reply-with-answer';
import { presentDataset, presentTable } from './dataset';
import { DATASET_STORE, type DatasetStore } from './dataset.ports';
import { FindDataset } from './find-dataset';

/** How many names are told for "did you mean"; a project may have many more. */
const MAX_SUGGESTED = 1000;

/** Reads and resolves datasets. */
@Injectable()
export class ReadDatasets {
  constructor(
    @Inject(DATASET_STORE) private readonly store: DatasetStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly finding: FindDataset,
    private readonly engine: QueryEngine,
    private readonly reply: ReplyWithAnswer,
  ) {}

  async get(name: string, { principal }: CallContext): Promise<Dataset> {
    return presentDataset(await this.finding.find(name, principal));
  }

  async list(
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
    { principal }: CallContext,
  ): Promise<Page<Dataset>> {
    return pageOf(
      await this.store.page(keyBefore(cursor), limit + 1, principal),
      limit,
      (it) => it.name,
      presentDataset,
    );
  }

  async versions(name: string, { principal }: CallContext): Promise<{ items: z.infer<typeof datasetVersion>[] }> {
    await this.finding.find(name, principal);
    const versions = await this.store.versions(name);
    return {
      items: versions.map((it) => ({
        ...presentTable(it.table),
        created_at: it.createdAt.toISOString(),
        created_by: it.createdBy,
        source: it.source,
      })),
    };
  }

  /** Without its rows, which the content hash of a version names. */
  async export(name: string, context: CallContext): Promise<ResponseOf<typeof exportDataset>> {
    const stored = await this.finding.find(name, context.principal);
    return {
      ...exportHead('dataset', stored, this.clock.now()),
      dataset: presentDataset(stored),
      history: (await this.versions(name, context)).items,
    };
  }

  async preview(name: string, limit: number, { signal, principal }: CallContext): Promise<RowSet | ClaimedAnswer> {
    const { table } = (await this.finding.find(name, principal)).newest;
    const answer = await this.engine.answer({
      sql: 'FROM preview',
      tables: { preview: table },
      parameters: [],
      limit,
      timeoutMs: 20_000,
      caller: principal.id,
      signal,
    });
    return this.reply.run(answer, { columns: table.columns });
  }

  /** In the name of the original caller: a service resolves what the person it acts for may see (`as`), and nobody else may name one. */
  async resolve(
    names: readonly string[],
    caller: Principal,
    as: Principal | undefined,
  ): Promise<ResponseOf<typeof resolveDatasets>> {
    const who = resolveViewer(caller, as);
    const found = await this.store.findAll(names, who);
    const datasets = Object.fromEntries(
      found.map(({ name, newest }) => [name, { version: newest.table, created_at: newest.createdAt.toISOString() }]),
    );
    return {
      datasets,
      missing: names.filter((name) => datasets[name] === undefined),
      known: await this.store.names(who, MAX_SUGGESTED),
    };
  }
}

/** A service names the principal for whom it calls; every other caller calls for themselves. */
function resolveViewer(caller: Principal, as: Principal | undefined): Principal {
  if (caller.kind !== 'service' && as === undefined) return caller;
  if (caller.kind === 'service' && as !== undefined && as.kind !== 'service') return as;
  throw new ProblemError('forbidden', 'Only a service may ask on behalf of somebody else.');
}
