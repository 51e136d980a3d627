import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, certifiedOf, type CertifiedSources } from '@svc/certified-data';
import type { FeatureViewDetail } from '@svc/contracts';
import { type CallContext, noSuchObject } from '@svc/platform';
import { STORED_ENTITIES, type StoredEntities } from '../entity/entity.ports';
import { featuresOf } from './check-view';
import { STORED_VIEWS, type StoredViews } from './view.ports';

/** A view with its keys and features, and whether its source is certified now. */
@Injectable()
export class DescribeView {
  constructor(
    @Inject(STORED_VIEWS) private readonly views: StoredViews,
    @Inject(STORED_ENTITIES) private readonly entities: StoredEntities,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
  ) {}

  async describe(name: string, context: CallContext): Promise<FeatureViewDetail> {
    const view = await this.views.find(name, context.principal);
    if (view === null) throw noSuchObject('feature view', name);
    const { definition, served } = view;
    const entities = await this.entities.existing(definition.entities);
    const resolved = await this.sources.resolve([definition.source], context);
    const { tables, refused } = certifiedOf([definition.source], resolved);
    const columns = resolved.get(definition.source)?.table?.columns ?? [];
    const types = new Map(columns.map((it) => [it.name, it.type]));
    const keys = definition.entities.map((entity) => {
      const column = entities.get(entity)?.joinKey ?? entity;
      return { entity, column, type: types.get(column) ?? null };
    });
    return {
      view: served,
      join_keys: keys,
      certified: tables.has(definition.source),
      reason: refused.get(definition.source) ?? resolved.get(definition.source)?.reason ?? '',
      schema: [
        ...featuresOf(
          definition,
          keys.map((it) => it.column),
          columns,
        ),
      ],
    };
  }
}
