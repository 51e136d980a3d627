import type { AccuracyDay, Json, Principal } from '@svc/contracts';
import type { Capped } from './payload/capped';

/** An invocation that ended. */
export interface Invoked {
  readonly requestId: string;
  readonly at: Date;
  readonly model: string;
  readonly version: number;
  readonly asked: string;
  readonly caller: string;
  /** The code of the problem that is answered; null: predictions are. */
  readonly problem: string | null;
  readonly durationMs: number;
  readonly rows: number | null;
  readonly request: Capped;
  readonly predictions: Capped | null;
  readonly traceId: string;
}

/** A row of the inference table. */
export interface StoredInvocation extends Omit<Invoked, 'request' | 'predictions'> {
  /** In the order in which they were written. */
  readonly number: number;
  readonly request: Json;
  readonly requestTruncated: boolean;
  readonly predictions: readonly Json[] | null;
  readonly predictionsTruncated: boolean;
}

/** Which invocations of a name: since its model was made, of one caller or, with null, of everybody. */
export interface Whose {
  readonly caller: string | null;
  readonly since: Date;
}

/** All of them, where a member is left out. */
export interface InvocationFilter {
  readonly version?: number | undefined;
  readonly outcome?: 'succeeded' | 'failed' | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** A label, and how the prediction did by it. */
export interface JoinedLabel {
  readonly requestId: string;
  readonly row: number;
  readonly version: number;
  readonly predictedAt: Date;
  readonly label: string | number | boolean;
  readonly correct: boolean | null;
  readonly error: number | null;
}

/** Every invocation of a model that exists, for as long as the retention says. */
export interface InferenceTable {
  /** Resolves once the record is durable: what was not recorded is not answered. */
  record(invoked: Invoked): Promise<void>;
  /** Newest first, those before `before`. */
  page(
    model: string,
    whose: Whose,
    filter: InvocationFilter,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly StoredInvocation[]>;
  find(model: string, whose: Whose, requestIds: readonly string[]): Promise<readonly StoredInvocation[]>;
  /** Joins labels, all or none; a later label of a row replaces an earlier one. */
  label(model: string, labels: readonly JoinedLabel[], by: Principal, at: Date): Promise<void>;
  accuracy(model: string, whose: Whose, filter: Omit<InvocationFilter, 'outcome'>): Promise<readonly AccuracyDay[]>;
  /** Makes partitions for the coming days, and removes what is older than `before`, with its labels. */
  turnDays(now: Date, before: Date): Promise<void>;
}
export const INFERENCE_TABLE = Symbol('InferenceTable');
