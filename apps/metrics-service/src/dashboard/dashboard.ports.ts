import type { DashboardSpec, DashboardVersion, ObjectAccess, Principal } from '@svc/contracts';
import type { Past } from '@svc/platform';
import type { StoredDashboard } from './dashboard';
import type { DashboardChange } from './dashboard-change';
import type { AnsweredPage } from './page/answered-page';

/** A version with what it says. */
export type VersionWithSpec = DashboardVersion & { readonly spec: DashboardSpec };

/** Dashboards and every version they have had. Every reading is somebody's: what they may not see is not there for them. */
export interface DashboardStore {
  find(name: string, who: Principal): Promise<StoredDashboard | null>;
  /** Names only, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
  /** In order of name, those after `after`; only published ones unless drafts are asked for. */
  page(after: string | null, limit: number, drafts: boolean, who: Principal): Promise<readonly StoredDashboard[]>;
  /** Newest first; kept when the dashboard is deleted. */
  versions(name: string, who: Principal): Promise<readonly VersionWithSpec[]>;
  version(name: string, version: number, who: Principal): Promise<VersionWithSpec | null>;
  /** Changes who sees it if that is still `expected`; false when it is not. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  /**
   * Decides on the dashboard as it is and applies the decision, one at a time and whole; a decision that throws changes nothing.
   * It also gets objects that the caller may not see, and must not reveal them.
   */
  change(
    name: string,
    decide: (existing: StoredDashboard | null, past: Past) => DashboardChange,
  ): Promise<StoredDashboard>;
}
export const DASHBOARD_STORE = Symbol('DashboardStore');

/** SVG is the same text for the same page; PNG is that picture in pixels. */
export type PictureForm = 'svg' | 'png';

/** Draws a page. */
export interface PagePainter {
  paint(page: AnsweredPage, form: PictureForm, signal: AbortSignal): Promise<Uint8Array>;
}
export const PAGE_PAINTER = Symbol('PagePainter');

/** Keeps a picture under the hash of its bytes, for the gateway to stream. */
export interface PictureStore {
  put(picture: Uint8Array): Promise<{ readonly object: string; readonly bytes: number }>;
}
export const PICTURE_STORE = Symbol('PictureStore');
