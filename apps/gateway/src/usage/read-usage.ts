import { Inject, Injectable } from '@nestjs/common';
import { computeUsage, type getUsage, jobUsage, type ResponseOf } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import { UploadAllowance } from '../upload/upload-allowance';
import { RateLimit } from '../rate-limit/rate-limit';

/** What a caller uses of what they may use at once: each part is asked of the service that holds the caller to it. */
@Injectable()
export class ReadUsage {
  constructor(
    @Inject(RateLimit) private readonly limit: RateLimit,
    @Inject(UploadAllowance) private readonly uploads: UploadAllowance,
    @Inject(RpcClient) private readonly rpc: RpcClient,
  ) {}

  /** In the caller's name, so that nobody learns what somebody else uses. Rejects with `unavailable` while a part is away: half of it would mislead. */
  async read(context: CallContext): Promise<ResponseOf<typeof getUsage>> {
    const [requests, held, { jobs }] = await Promise.all([
      this.limit.spent(context.principal),
      this.rpc.call(computeUsage, {}, context, { retry: true }),
      this.rpc.call(jobUsage, {}, context, { retry: true }),
    ]);
    return { requests, jobs, ...held, upload_bytes: this.uploads.of(context.principal.id) };
  }
}
