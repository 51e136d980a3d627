import { Controller, type DynamicModule, Inject, Injectable } from '@nestjs/common';
import type {
  AnsweredQuery,
  CertifiedSource,
  Column,
  Json,
  ObjectAccess,
  RequestOf,
  ResponseOf,
  ServiceName,
} from '@svc/contracts';
import { maySee, ProblemError, queryTables, recordQueries, resolveDerivations } from '@svc/contracts';
import { type CallContext, type ClaimCheckStore, Handles, PlatformModule, type PlatformConfig } from '@svc/platform';
import { DuckDbTables, type Table } from './duckdb-tables';

/** The answers of the neighbours of metrics-service; a test sets and changes them. */
@Injectable()
export class World {
  readonly sources = new Map<string, CertifiedSource>();
  /** The visibility of a derivation; by default the project's. */
  readonly access = new Map<string, ObjectAccess>();
  readonly queries: RequestOf<typeof queryTables>[] = [];
  /** Whether compute-service says that its answers may be kept. */
  settled = false;
  /** Statements that were answered without it. */
  readonly records: AnsweredQuery[] = [];

  constructor(readonly duckdb: DuckDbTables) {}

  /** A certified derivation with these rows. */
  async certify(name: string, table: Table): Promise<void> {
    await this.duckdb.put(name, table);
    const digit = String((this.sources.size % 9) + 1);
    const version = {
      data_hash: `sha256:${digit.repeat(64)}`,
      object: digit.repeat(64),
      rows: table.rows.length,
      bytes: 1,
      columns: [...table.columns],
    };
    this.sources.set(name, {
      derivation: name,
      certified: true,
      reason: 'certified',
      run: `00000000-0000-4000-8000-00000000000${digit}`,
      verdict: 'sound',
      table: version,
      params: {},
      certificate_digest: `sha256:${'a'.repeat(63)}${digit}`,
      as_of: '2024-03-01T00:00:00Z',
    });
  }

  /** The same derivation, no longer certified. */
  withdraw(name: string, reason: string): void {
    const source = this.sources.get(name);
    if (source !== undefined) this.sources.set(name, { ...source, certified: false, reason });
  }
}

@Controller()
class FakeCertService {
  constructor(@Inject(World) private readonly world: World) {}

  @Handles(resolveDerivations)
  resolve(
    { names }: RequestOf<typeof resolveDerivations>,
    { principal }: CallContext,
  ): ResponseOf<typeof resolveDerivations> {
    const found = names.flatMap((name) => {
      const [source, access] = [this.world.sources.get(name), this.world.access.get(name)];
      return source === undefined || (access !== undefined && !maySee(access, principal))
        ? []
        : [[name, source] as const];
    });
    const seen = new Map(found);
    return { sources: Object.fromEntries(seen), missing: names.filter((name) => !seen.has(name)) };
  }
}

/** Runs what it is sent on a real DuckDB. */
@Controller()
class FakeComputeService {
  constructor(@Inject(World) private readonly world: World) {}

  @Handles(queryTables)
  async query(request: RequestOf<typeof queryTables>): Promise<ResponseOf<typeof queryTables>> {
    this.world.queries.push(request);
    const values = Array.isArray(request.parameters) ? request.parameters : [];
    const { names, types, rows } = await this.world.duckdb
      .query({ text: request.sql, values })
      .catch((error: unknown) => {
        throw new ProblemError('invalid-sql', String(error));
      });
    const columns = names.map((name, index): Column => ({ name, type: columnTypeOf(types[index] ?? '') }));
    const served = rows
      .slice(0, request.limit)
      .map((row) => row.map((cell, index) => numberOf(cell, columns[index]?.type ?? '')));
    return {
      columns,
      rows: served,
      row_count: served.length,
      truncated: rows.length > request.limit,
      cached: false,
      settled: this.world.settled,
      duration_ms: 1,
    };
  }

  @Handles(recordQueries)
  record({ records }: RequestOf<typeof recordQueries>): ResponseOf<typeof recordQueries> {
    this.world.records.push(...records);
    return {};
  }
}

function columnTypeOf(type: string): Column['type'] {
  if (type.startsWith('DECIMAL')) return type.toLowerCase();
  const known = {
    BIGINT: 'integer',
    HUGEINT: 'integer',
    DOUBLE: 'number',
    VARCHAR: 'string',
    BOOLEAN: 'boolean',
    DATE: 'date',
    TIMESTAMP: 'timestamp',
  } as const;
  const found = Object.entries(known).find(([name]) => name === type);
  if (found === undefined) throw new Error(`unexpected type ${type}`);
  return found[1];
}

function numberOf(cell: Json, type: string): null | boolean | number | string {
  if (typeof cell === 'string' && type === 'integer') return Number(cell);
  if (cell === null || typeof cell !== 'object') return cell;
  throw new Error('unexpected cell');
}

/** cert-service and compute-service as metrics-service meets them: real messages, scripted answers. */
export function neighbour(
  service: ServiceName,
  config: PlatformConfig,
  world: World,
  claimChecks: ClaimCheckStore,
): DynamicModule {
  return {
    module: class Neighbour {},
    imports: [PlatformModule.register({ service, config, claimChecks })],
    controllers: service === 'cert' ? [FakeCertService] : service === 'compute' ? [FakeComputeService] : [],
    providers: [{ provide: World, useValue: world }],
  };
}
