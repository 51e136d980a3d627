import { Injectable } from '@nestjs/common';
import {
  featureView,
  type FeatureViewDefinition,
  featureViewDefinition,
  objectAccess,
  type Principal,
} from '@svc/contracts';
import { NamedRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';

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

/** A view as it is stored, and as it is served. */
export type FoundView = z.output<typeof row> & { readonly definition: FeatureViewDefinition };

/** Reads views for what is done with them. */
@Injectable()
export class FindViews {
  private readonly rows: NamedRows<FoundView>;

  constructor(source: DataSource) {
    this.rows = new NamedRows<FoundView>(source, { table: 'feature_view', select: 'SELECT * FROM feature_view', row });
  }

  find(name: string, who: Principal): Promise<FoundView | null> {
    return this.rows.find(name, who);
  }
}
