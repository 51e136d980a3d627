import { Injectable } from '@nestjs/common';
import { type ObjectAccess, objectAccess } from '@svc/contracts';
import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import type { KeptKind, ObjectAccessStore } from '../object-access.ports';

const TABLE: Readonly<Record<KeptKind, string>> = { dataset: 'dataset', query: 'saved_query' };

/** Who sees what, in the tables of the objects themselves. */
@Injectable()
export class PostgresObjectAccess implements ObjectAccessStore {
  constructor(private readonly source: DataSource) {}

  find(kind: KeptKind, name: string): Promise<ObjectAccess | null> {
    return queryRow(this.source, objectAccess, `SELECT owner, visibility, groups FROM ${TABLE[kind]} WHERE name = $1`, [
      name,
    ]);
  }

  change(kind: KeptKind, name: string, decide: (before: ObjectAccess | null) => ObjectAccess): Promise<ObjectAccess> {
    return this.source.transaction(async (manager) => {
      const after = decide(
        await queryRow(
          manager,
          objectAccess,
          `SELECT owner, visibility, groups FROM ${TABLE[kind]} WHERE name = $1 FOR UPDATE`,
          [name],
        ),
      );
      await execute(manager, `UPDATE ${TABLE[kind]} SET owner = $2, visibility = $3, groups = $4 WHERE name = $1`, [
        name,
        after.owner,
        after.visibility,
        after.groups,
      ]);
      return after;
    });
  }
}
