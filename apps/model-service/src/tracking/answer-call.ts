import { Inject, Injectable } from '@nestjs/common';
import { type MatchedCall, type Principal, TRACKING_PREFIX } from '@svc/contracts';
import { ArtifactCalls } from './artifact-calls';
import { readInput } from './call-input';
import { RegistryCalls } from './registry-calls';
import { StoreCalls } from './store-calls';
import { type CallContent, TRACKING_SERVER, type TrackingReply, type TrackingServer } from './tracking.ports';

/** Answers a call of the list, for those who may see what it names. */
@Injectable()
export class AnswerCall {
  constructor(
    @Inject(TRACKING_SERVER) private readonly server: TrackingServer,
    private readonly registry: RegistryCalls,
    private readonly store: StoreCalls,
    private readonly artifacts: ArtifactCalls,
  ) {}

  async answer(call: MatchedCall, content: CallContent, who: Principal, signal: AbortSignal): Promise<TrackingReply> {
    switch (call.kind) {
      case 'page':
        return this.server.ask({ method: 'GET', path: pagePath(call), headers: content.headers, body: null, signal });
      case 'artifact':
        return this.artifacts.answer(call, content, who, signal);
      case 'registry':
        return this.registry.answer(call, await readInput(call.method, content), who);
      case 'store':
        return this.store.answer(call, await readInput(call.method, content), who, signal);
    }
  }
}

function pagePath({ route, params }: MatchedCall): string {
  const rest = (params['path'] ?? '').split('/').map(encodeURIComponent).join('/');
  return `${TRACKING_PREFIX}${route.replace('{path...}', rest)}`;
}
