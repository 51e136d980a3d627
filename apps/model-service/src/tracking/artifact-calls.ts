import { Inject, Injectable } from '@nestjs/common';
import { type MatchedCall, type Principal, TRACKING_PREFIX } from '@svc/contracts';
import { invalid, readQuery } from './call-input';
import { TrackedObjects } from './tracked-objects';
import { VersionCalls } from './version-calls';
import { type CallContent, TRACKING_SERVER, type TrackingReply, type TrackingServer } from './tracking.ports';

/** Files of runs and logged models. They are below the folder of their experiment, whose number is the first part of the path. */
@Injectable()
export class ArtifactCalls {
  constructor(
    @Inject(TRACKING_SERVER) private readonly server: TrackingServer,
    private readonly tracked: TrackedObjects,
    private readonly versions: VersionCalls,
  ) {}

  async answer(call: MatchedCall, content: CallContent, who: Principal, signal: AbortSignal): Promise<TrackingReply> {
    const listed = call.params['path'] === undefined;
    const path = call.params['path'] ?? readQuery(content.query).get('path') ?? '';
    if (this.versions.has(path)) return this.ofVersion(call, path, who);
    const [, id] = /^(\d+)(?:\/|$)/.exec(path) ?? [];
    if (id === undefined) throw invalid('A path of artifacts begins with the number of its experiment.');
    await this.tracked.requireVisible({ experiments: [id], runs: [], models: [] }, who, signal);
    const base = call.route.replace('/{path...}', '');
    const target = listed
      ? `${base}?${new URLSearchParams({ path }).toString()}`
      : `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;
    return this.server.ask({
      method: call.method,
      path: `${TRACKING_PREFIX}${target}`,
      headers: call.method === 'DELETE' ? {} : content.headers,
      body: call.method === 'PUT' ? content.body : null,
      signal,
    });
  }

  /** Read only: what a version is made of is what its training stored. */
  private ofVersion({ method, params }: MatchedCall, path: string, who: Principal): Promise<TrackingReply> {
    if (method !== 'GET') throw invalid('Files of a registered version do not change.');
    return params['path'] === undefined ? this.versions.list(path, who) : this.versions.read(path, who);
  }
}
