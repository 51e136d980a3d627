import { Injectable } from '@nestjs/common';
import { entityDefinition, type EntityDefinition, type Principal } from '@svc/contracts';
import { type Queryable, queryRows, seenBy } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { StoredEntities } from '../entity.ports';

const row = z.object({ name: z.string(), definition: entityDefinition });

/** Entities in the schema `feature`. */
@Injectable()
export class PostgresEntities implements StoredEntities {
  constructor(private readonly source: DataSource) {}

  async seen(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, EntityDefinition>> {
    const condition = seenBy(who, 2);
    const sql = `SELECT name, definition FROM entity WHERE name = ANY($1) AND ${condition.sql}`;
    return mapped(await queryRows(this.source, row, sql, [names, ...condition.values]));
  }

  async existing(
    names: readonly string[],
    on: Queryable = this.source,
  ): Promise<ReadonlyMap<string, EntityDefinition>> {
    return mapped(await queryRows(on, row, 'SELECT name, definition FROM entity WHERE name = ANY($1)', [names]));
  }

  async names(who: Principal): Promise<readonly string[]> {
    const condition = seenBy(who, 1);
    const found = z.object({ name: z.string() });
    const sql = `SELECT name FROM entity WHERE ${condition.sql} ORDER BY name LIMIT 1000`;
    return (await queryRows(this.source, found, sql, condition.values)).map((it) => it.name);
  }
}

function mapped(rows: readonly z.output<typeof row>[]): ReadonlyMap<string, EntityDefinition> {
  return new Map(rows.map((it) => [it.name, it.definition]));
}
