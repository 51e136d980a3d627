import type { DashboardSpec, DashboardVersion, ObjectAccess, Principal } from '@svc/contracts';
import type { Past } from '@svc/platform';
import type { StoredDashboard } from './dashboard';
import type { DashboardChange } from './dashboard-change';
import type { AnsweredPage } from './page/answered-page';

/** What leases on a dashboard depend on. */
export const topicOf = (dashboard: string): string => `dashboard ${dashboard}`;

/** A version with its specification. */
export type VersionWithSpec = DashboardVersion & { readonly spec: DashboardSpec };

/** Dashboards and all their versions. Every read has a reader: what they may not see does not exist for them. */
export interface DashboardStore {
  find(name: string, who: Principal): Promise<StoredDashboard | null>;
  /** Names only, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
  /** In order of name, those after `after`; only published ones unless drafts are asked for. */
  page(after: string | null, limit: number, who: Principal, drafts: boolean): Promise<readonly StoredDashboard[]>;
  /** Newest first; kept when the dashboard is deleted. */
  versions(name: string, who: Principal): Promise<readonly VersionWithSpec[]>;
  version(name: string, version: number, who: Principal): Promise<VersionWithSpec | null>;
  /** Changes the access if it is still `expected`; else returns false. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  /**
   * Decides on the current dashboard and applies the decision, serialised and atomically; a decision that throws changes nothing.
   * It also gets objects that the caller may not see, and must not disclose them.
   */
  change(
    name: string,
    decide: (existing: StoredDashboard | null, past: Past) => DashboardChange,
  ): Promise<StoredDashboard>;
}
export const DASHBOARD_STORE = Symbol('DashboardStore');

/** SVG is the same text for the same page; PNG is that drawing rasterised. */
export type PictureForm = 'svg' | 'png';

/** Draws a page. */
export interface PagePainter {
  paint(page: AnsweredPage, form: PictureForm, signal: AbortSignal): Promise<Uint8Array>;
}
export const PAGE_PAINTER = Symbol('PagePainter');

/** Stores a picture under the hash of its bytes, for the gateway to stream. */
export interface PictureStore {
  put(picture: Uint8Array): Promise<{ readonly object: string; readonly bytes: number }>;
}
export const PICTURE_STORE = Symbol('PictureStore');
