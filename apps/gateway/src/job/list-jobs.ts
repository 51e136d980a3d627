import { Inject, Injectable } from '@nestjs/common';
import { JOB_KEY, jobKinds, listJobs, pageJobs, ProblemError, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, keyBefore, pageOf, RpcClient } from '@svc/platform';

/** The jobs of all services as one list: merges a page of each service by time, newest first. */
@Injectable()
export class ListJobs {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Calls in the caller's name. Rejects with `unavailable` while a service is unreachable: its jobs would seem to be gone. */
  async list(
    { kind, state, mine, cursor, limit }: RequestOf<typeof listJobs>['query'],
    context: CallContext,
  ): Promise<ResponseOf<typeof listJobs>> {
    const wanted = {
      kind: kind ?? null,
      state: state ?? null,
      mine: mine === 'true',
      before: keyBefore(cursor, JOB_KEY),
      limit: limit + 1,
    };
    const pages = await Promise.all(
      servicesOf(kind).map((service) => this.rpc.call(pageJobs, { service, ...wanted }, context, { retry: true })),
    );
    const found = pages.flatMap((it) => it.items).sort((a, b) => (a.key < b.key ? 1 : -1));
    return pageOf(
      found,
      limit,
      (it) => it.key,
      (it) => it.job,
    );
  }
}

/** The services that execute jobs of this kind, or of any. */
function servicesOf(kind: string | undefined) {
  const working = jobKinds.filter(({ name }) => kind === undefined || name === kind);
  if (working.length > 0) return [...new Set(working.map(({ service }) => service))];
  throw new ProblemError('invalid-request', `There are no jobs of kind "${kind}".`, {
    errors: [{ pointer: '/query/kind', message: `must be one of ${jobKinds.map((it) => it.name).join(', ')}` }],
  });
}
