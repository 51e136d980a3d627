import { sha256Digest } from '@svc/audit-chain';
import type { Dashboard, DashboardSpec, DashboardSummary, ObjectAccess } from '@svc/contracts';

/** The version that readers see. */
export interface Published {
  readonly version: number;
  readonly spec: DashboardSpec;
  readonly author: string;
  readonly published_at: string;
}

/** A stored dashboard: the newest version, the published one, and its access. */
export interface StoredDashboard extends ObjectAccess {
  readonly name: string;
  readonly spec: DashboardSpec;
  readonly version: number;
  readonly published: Published | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The view for those who may change it: the newest version and the published one. */
export function editorView(stored: StoredDashboard): Dashboard {
  const { visibility, groups, published, ...told } = stored;
  return {
    ...told,
    published: published === null ? null : { ...published },
    status: statusOf(stored),
    etag: etagOf(stored),
  };
}

/** The view for everybody else: the published version; null when there is none. */
export function readerView({ name, published, owner, created_at }: StoredDashboard): Dashboard | null {
  if (published === null) return null;
  const shown = { spec: published.spec, version: published.version, published: { ...published } };
  return {
    name,
    ...shown,
    status: 'published',
    etag: etagOf(shown),
    owner,
    created_at,
    updated_at: published.published_at,
  };
}

/** The same, as a list item. */
export function summaryOf({ spec, published, ...rest }: Dashboard): DashboardSummary {
  return {
    ...rest,
    title: spec.title,
    pages: spec.pages.map((it) => it.name),
    published:
      published === null
        ? null
        : { version: published.version, author: published.author, published_at: published.published_at },
  };
}

/** The entity tag: covers the specification and which version is published, since publishing changes what a reader gets. */
export function etagOf({
  spec,
  published,
}: Pick<StoredDashboard, 'spec'> & { readonly published: { readonly version: number } | null }): string {
  return sha256Digest({ spec, published: published?.version ?? null });
}

function statusOf({ version, published }: StoredDashboard): Dashboard['status'] {
  if (published === null) return 'draft';
  return published.version === version ? 'published' : 'changed';
}
