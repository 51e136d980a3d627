import { Inject, Injectable } from '@nestjs/common';
import { didYouMeanOrStop } from '@svc/closest-name';
import {
  type Dashboard,
  type DashboardSummary,
  type DashboardVersion,
  mayCall,
  type Principal,
  ProblemError,
} from '@svc/contracts';
import { keyBefore, pageOf, type Page } from '@svc/platform';
import { editorView, readerView, type StoredDashboard, summaryOf } from './dashboard';
import { DASHBOARD_STORE, type DashboardStore, type VersionWithSpec } from './dashboard.ports';

/** Callers who may change dashboards see drafts. */
export function seesDrafts(principal: Principal): boolean {
  return mayCall({ scope: 'dashboard:write' }, principal);
}

function viewFor(stored: StoredDashboard, drafts: boolean): Dashboard | null {
  return drafts ? editorView(stored) : readerView(stored);
}

/** Dashboards and their versions, for readers: checks access for everything about one. A hidden dashboard looks missing. */
@Injectable()
export class ReadDashboards {
  constructor(@Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore) {}

  async list(limit: number, cursor: string | undefined, principal: Principal): Promise<Page<DashboardSummary>> {
    const drafts = seesDrafts(principal);
    const found = await this.dashboards.page(keyBefore(cursor), limit + 1, principal, drafts);
    const page = pageOf(
      found,
      limit,
      (it) => it.name,
      (it) => viewFor(it, drafts),
    );
    return { ...page, items: page.items.flatMap((it) => it ?? []).map(summaryOf) };
  }

  async get(name: string, principal: Principal): Promise<Dashboard> {
    const stored = await this.dashboards.find(name, principal);
    const view = stored === null ? null : viewFor(stored, seesDrafts(principal));
    return view ?? this.refuseUnknown(name, principal);
  }

  /** The view of everybody who may read it. */
  async published(name: string, principal: Principal): Promise<NonNullable<Dashboard['published']>> {
    const { published } = await this.get(name, principal);
    if (published === null)
      throw new ProblemError(
        'not-found',
        `Dashboard "${name}" is not published yet. Publish it, or ask for the draft.`,
      );
    return published;
  }

  /** The published version, or the newest for those who may change it. */
  async shown(name: string, draft: boolean, principal: Principal): Promise<Pick<Dashboard, 'version' | 'spec'>> {
    if (!draft) return this.published(name, principal);
    if (!seesDrafts(principal))
      throw new ProblemError('not-found', `Only those who may change "${name}" see its drafts.`);
    return this.get(name, principal);
  }

  /** For those who may change it. */
  async find(name: string, who: Principal): Promise<StoredDashboard> {
    return (await this.dashboards.find(name, who)) ?? this.refuseMissing(name, await this.dashboards.names(who));
  }

  /** Also of a deleted dashboard. */
  async versions(name: string, who: Principal): Promise<{ items: DashboardVersion[] }> {
    const items = await this.dashboards.versions(name, who);
    return items.length > 0 ? { items: [...items] } : this.refuseMissing(name, await this.dashboards.names(who));
  }

  async version(name: string, version: number, who: Principal): Promise<VersionWithSpec> {
    const found = await this.dashboards.version(name, version, who);
    if (found === null)
      throw new ProblemError(
        'not-found',
        `Dashboard "${name}" has no version ${version}. See: svc dashboard show ${name}.`,
      );
    return found;
  }

  /** Suggests only names that the caller may see. */
  private async refuseUnknown(name: string, principal: Principal): Promise<never> {
    return this.refuseMissing(name, seesDrafts(principal) ? await this.dashboards.names(principal) : []);
  }

  private refuseMissing(name: string, names: readonly string[]): never {
    throw new ProblemError(
      'not-found',
      `There is no dashboard "${name}"${didYouMeanOrStop(name, names)}List them with "svc dashboard list".`,
    );
  }
}
