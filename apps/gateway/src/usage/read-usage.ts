import { Inject, Injectable } from '@nestjs/common';
import { getUsage, type ResponseOf, USAGE_CALLS } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import { UploadAllowance } from '../upload/upload-allowance';
import { RateLimit } from '../rate-limit/rate-limit';

/** What a caller uses of their limits: each part comes from the service that enforces it. */
@Injectable()
export class ReadUsage {
  constructor(
    @Inject(RateLimit) private readonly limit: RateLimit,
    @Inject(UploadAllowance) private readonly uploads: UploadAllowance,
    @Inject(RpcClient) private readonly rpc: RpcClient,
  ) {}

  /** In the caller's name, so that nobody learns what others use. Rejects with `unavailable` while a part is unreachable: half of it would mislead. */
  async read(context: CallContext): Promise<ResponseOf<typeof getUsage>> {
    const [requests, ...parts] = await Promise.all([
      this.limit.spent(context.principal),
      ...USAGE_CALLS.map((call) => this.rpc.call(call, {}, context, { retry: true })),
    ]);
    const upload_bytes = this.uploads.of(context.principal.id);
    return getUsage.response.parse(Object.assign({ requests, upload_bytes }, ...parts));
  }
}
