import { Injectable } from '@nestjs/common';
import type { SourceRef } from '@svc/contracts';
import { execute, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { NamedParameters, ParameterSetStore } from '../run.ports';

const row = z.object({ name: z.string(), params: z.record(z.string(), z.json()) });

/** Named parameters in the `cert` schema. */
@Injectable()
export class PostgresParameterSets implements ParameterSetStore {
  constructor(private readonly source: DataSource) {}

  of(derivation: string): Promise<NamedParameters[]> {
    return queryRows(this.source, row, 'SELECT name, params FROM parameter_set WHERE derivation = $1 ORDER BY name', [
      derivation,
    ]);
  }

  find({ derivation, set }: SourceRef): Promise<NamedParameters | null> {
    return queryRow(this.source, row, 'SELECT name, params FROM parameter_set WHERE derivation = $1 AND name = $2', [
      derivation,
      set,
    ]);
  }

  async keep(derivation: string, set: NamedParameters): Promise<NamedParameters> {
    await execute(
      this.source,
      'INSERT INTO parameter_set (derivation, name, params) VALUES ($1, $2, $3) ON CONFLICT (derivation, name) DO NOTHING',
      [derivation, set.name, JSON.stringify(set.params)],
    );
    return (await this.find({ derivation, set: set.name })) ?? set;
  }
}
