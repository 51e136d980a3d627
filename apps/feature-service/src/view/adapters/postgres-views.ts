import { Injectable } from '@nestjs/common';
import { featureView, featureViewDefinition, objectAccess, type Principal } from '@svc/contracts';
import { NamedRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { StoredViews } from '../view.ports';

const row = z
  .object({
    name: z.string(),
    definition: featureViewDefinition,
    ...objectAccess.shape,
    version: z.int(),
    etag: z.string(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform(({ created_at, updated_at, visibility, groups, ...same }) => ({
    ...same,
    visibility,
    groups,
    served: featureView.parse({ ...same, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }),
  }));

type Row = z.output<typeof row>;

/** Views in the schema `feature`. */
@Injectable()
export class PostgresViews implements StoredViews {
  private readonly rows: NamedRows<Row>;

  constructor(source: DataSource) {
    this.rows = new NamedRows<Row>(source, { table: 'feature_view', select: 'SELECT * FROM feature_view', row });
  }

  find(name: string, who: Principal): Promise<Row | null> {
    return this.rows.find(name, who);
  }
}
