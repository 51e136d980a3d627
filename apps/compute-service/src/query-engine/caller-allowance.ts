import { ProblemError } from '@svc/contracts';

/** A caller's current usage and limit. */
export interface Allowance {
  readonly used: number;
  readonly limit: number;
}

/** How many statements each caller has in this process, running or waiting for a worker. Services that act for themselves are not limited. */
export class CallerAllowance {
  private readonly underWay = new Map<string, number>();

  constructor(private readonly limit: number) {}

  of(caller: string): Allowance {
    return { used: this.underWay.get(caller) ?? 0, limit: this.limit };
  }

  /** Does `work` for a caller; `quota-exceeded` at the caller's limit. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const { used, limit } = this.of(caller);
    if (used >= limit && !caller.startsWith('service:')) {
      throw new ProblemError(
        'quota-exceeded',
        `You have ${String(used)} statements running or waiting, which is your limit. Wait for one to end, or cancel one (DELETE /api/sql/{id}).`,
        {
          retryAfter: 1,
          data: { quota: 'queries', used, limit },
        },
      );
    }
    this.underWay.set(caller, used + 1);
    try {
      return await work();
    } finally {
      const left = this.of(caller).used - 1;
      if (left === 0) this.underWay.delete(caller);
      else this.underWay.set(caller, left);
    }
  }
}
