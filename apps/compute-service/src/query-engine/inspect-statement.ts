import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { QueryEngine } from './query-engine';

const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Finds which tables a statement reads. This follows from its text alone, so results are cached. */
@Injectable()
export class InspectStatement {
  private readonly known = new LRUCache<string, readonly string[]>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_tables, sql) => sql.length,
  });

  constructor(private readonly engine: QueryEngine) {}

  /** Lower case. Rejects with `invalid-sql` for anything but one SELECT, or EXPLAIN of one. */
  async tablesOf(sql: string, caller: string, signal: AbortSignal): Promise<readonly string[]> {
    const found = this.known.get(sql);
    if (found !== undefined) return found;
    const tables = await this.engine.inspect(sql, caller, signal);
    this.known.set(sql, tables);
    return tables;
  }
}
