import type { featureView, FeatureViewDefinition, Principal } from '@svc/contracts';
import type { z } from 'zod';

/** A view as it is stored, and as it is served. */
export interface FoundView {
  readonly definition: FeatureViewDefinition;
  readonly served: z.output<typeof featureView>;
}

/** Views, read by those who see them. */
export interface StoredViews {
  find(name: string, who: Principal): Promise<FoundView | null>;
}
export const STORED_VIEWS = Symbol('StoredViews');
