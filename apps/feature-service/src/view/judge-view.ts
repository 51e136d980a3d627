import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, requireCertified } from '@svc/certified-data';
import { type FeatureViewDefinition, ProblemError } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { STORED_ENTITIES, type StoredEntities } from '../entity/entity.ports';
import { checkView } from './check-view';

/** Refuses a view that does not fit its entities and its source, which must be certified now. */
@Injectable()
export class JudgeView {
  constructor(
    @Inject(STORED_ENTITIES) private readonly entities: StoredEntities,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
  ) {}

  async require(view: FeatureViewDefinition, context: CallContext): Promise<void> {
    const tables = requireCertified([view.source], await this.sources.resolve([view.source], context));
    const entities = await this.entities.seen(view.entities, context.principal);
    const missing = view.entities.some((it) => !entities.has(it));
    const errors = checkView(view, {
      entities,
      entityNames: missing ? await this.entities.names(context.principal) : [],
      columns: tables.get(view.source)?.table.columns ?? [],
    });
    const [first] = errors;
    if (first === undefined) return;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const place = first.pointer.replace('/body/', '');
    throw new ProblemError('invalid-view', `${place}: ${first.message}${more}`, { errors: [...errors] });
  }
}
