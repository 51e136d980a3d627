import { randomUUID } from 'node:crypto';
import {
  type Job,
  type JobKind,
  json,
  type Json,
  type Principal,
  type ListedJob,
  type pageJobs,
  ProblemError,
  problemItems,
  type RequestOf,
} from '@svc/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { afterCommit } from '../data/after-commit';
import { grantIn } from '../principal/signed-claims';
import { nextStep } from '../trace/traceparent';
import type { JobStore } from './adapters/job-store';
import type { JobHints } from './job-hints';
import type { JobMover } from './job-mover';
import { type JobRow, toJob, toListedJob } from './job-row';
import type { JobHandler, JobKindOptions, JobRun } from './execution/job-run';
import type { JobRunner } from './execution/job-runner';
import type { JobSweeper } from './job-sweeper';

export interface SubmitRequest {
  /** Default: a new one. Given one (`<service>_<uuid>`), repeating the call answers with the job that exists. */
  readonly id?: string;
  readonly payload: Json;
  /** On whose behalf the job runs. */
  readonly principal: Principal;
  /** The call's `credential`: without it the job may call other services in this service's own name only. */
  readonly credential?: string | undefined;
  /** The trace it belongs to: pass the call's. */
  readonly traceparent?: string;
  /** A command id: the same key and kind is the same job, for as long as its row is kept (30 days after its end). */
  readonly dedupeKey?: string;
  /** Orders the principal's own jobs of this kind, the highest first; 0 unless set. It wins nothing over other principals. */
  readonly priority?: number;
}

export interface JobQueueParts {
  readonly service: string;
  readonly store: JobStore;
  readonly mover: JobMover;
  readonly hints: JobHints;
  readonly runner: JobRunner;
  readonly sweeper: JobSweeper;
}

interface WorkedKind {
  readonly kind: JobKind;
  readonly handler: JobHandler;
  readonly options: JobKindOptions & Required<Pick<JobKindOptions, 'concurrency' | 'spare'>>;
}

/**
 * The jobs of a service. A row in Postgres is the record of each; BullMQ only carries ids to free workers. So a job that
 * `submit` acknowledged runs, also when Redis was away or lost everything; it runs at least once, one run of it at a
 * time counts (see `JobRun.fence`), and it always ends: succeeded, failed or cancelled. Callers take turns.
 */
export class JobQueue {
  private readonly kinds = new Map<string, WorkedKind>();
  private stopHearing: () => void = () => undefined;
  private started = false;

  constructor(private readonly parts: JobQueueParts) {}

  /**
   * Names the handler of a kind, once; from `start` on this process takes jobs of it. The handler gets its payload as the
   * kind's schema reads it; its progress and its result are checked. Services that this one's rights let in may start such
   * jobs by `startJob`.
   */
  work<P extends z.ZodType, R extends z.ZodType, D extends z.ZodType>(
    kind: JobKind<P, R, D>,
    handler: (payload: z.output<P>, run: JobRun<z.input<D>>) => Promise<z.input<R>>,
    options: JobKindOptions = {},
  ): void {
    this.checkOwn(kind);
    if (this.kinds.has(kind.name)) throw new Error(`Two handlers for jobs of kind "${kind.name}".`);
    const worked = {
      kind,
      handler: async (run: JobRun) =>
        json.parse(kind.result.parse(await handler(kind.payload.parse(run.payload), declaring(kind, run))) ?? null),
      options: { ...options, concurrency: options.concurrency ?? 4, spare: options.spare ?? 1 },
    };
    this.kinds.set(kind.name, worked);
    if (this.started) this.take(worked);
  }

  /**
   * Records a job of a kind of this service; it starts soon after, in whichever process works the kind. With `manager`, the
   * record is part of that transaction and the job starts only once it commits. Does not need Redis.
   */
  async submit<P extends z.ZodType>(
    kind: JobKind<P>,
    request: SubmitRequest & { readonly payload: z.input<P> },
    manager?: EntityManager,
  ): Promise<Job> {
    this.checkOwn(kind);
    const payload = kind.payload.safeParse(request.payload);
    if (!payload.success)
      throw new ProblemError('invalid-request', `The payload does not fit a job of kind "${kind.name}".`, {
        errors: problemItems(payload.error),
      });
    return this.record(kind, request, manager);
  }

  /** Like {@link submit}, for a kind that this process works, by name. */
  async submitNamed(name: string, request: SubmitRequest): Promise<Job> {
    const worked = this.kinds.get(name);
    if (worked === undefined)
      throw new ProblemError('not-found', `${this.parts.service} runs no jobs of kind "${name}".`);
    return this.submit(worked.kind, request);
  }

  private async record(
    { name, maxAttempts }: JobKind,
    request: SubmitRequest,
    manager: EntityManager | undefined,
  ): Promise<Job> {
    const job = {
      id: this.checkedId(request.id),
      kind: name,
      payload: request.payload,
      principal: request.principal,
      grant: request.credential === undefined ? null : grantIn(request.credential),
      traceparent: nextStep(request.traceparent).traceparent,
      dedupeKey: request.dedupeKey ?? null,
      maxAttempts,
      priority: request.priority ?? 0,
    };
    const maxOpen = this.kinds.get(name)?.options.maxOpen;
    const inserted =
      maxOpen === undefined
        ? await this.parts.store.insert(job, manager)
        : await this.parts.store.insertWithin(job, maxOpen, manager);
    if (inserted === null) return toJob(existing(await this.parts.store.twin(job, manager), name));
    afterCommit(manager, () => this.announce(inserted));
    return toJob(inserted);
  }

  /** Rejects with `not-found`, also for a job of somebody else: its result is only for whoever started it, admins and services. */
  async get(id: string, who: Principal): Promise<Job> {
    return toJob(found(await this.parts.store.find(id), who));
  }

  /** Jobs that `who` may read as {@link JobQueue.get} has it, newest first, each with its key among all services' jobs. */
  async page(
    { kind, state, mine, before, limit }: RequestOf<typeof pageJobs>,
    who: Principal,
  ): Promise<{ readonly key: string; readonly job: ListedJob }[]> {
    const [createdUs = '', id = ''] = before?.split(' ') ?? [];
    const rows = await this.parts.store.page({
      principalId: mine || !seesAll(who) ? who.id : null,
      kind,
      state,
      before: before === null ? null : { createdUs, id },
      limit,
    });
    return rows.map((row) => ({ key: `${row.created_us} ${row.id}`, job: toListedJob(row) }));
  }

  /**
   * Ends a waiting job and tells a running one to stop, in whichever process it runs; the job is `cancelled` once its
   * handler has let go. Rejects with `not-found` where {@link JobQueue.get} does, and with `conflict` when it has ended.
   */
  async cancel(id: string, who: Principal): Promise<Job> {
    found(await this.parts.store.find(id), who);
    const row = await this.parts.store.requestCancel(id);
    if (row !== null) {
      this.parts.hints.changed(id);
      this.parts.runner.look(id);
      return toJob(row);
    }
    const after = found(await this.parts.store.find(id), who);
    if (after.state === 'cancelled') return toJob(after);
    throw new ProblemError('conflict', `The job has ended already: it ${after.state}.`, {
      data: { state: after.state },
    });
  }

  /** True when this service has jobs at all. */
  get handlesAny(): boolean {
    return this.kinds.size > 0;
  }

  /** Rejects while Redis is unavailable: jobs are then accepted and wait. */
  check(): Promise<void> {
    return this.parts.mover.check();
  }

  /** How many jobs of one principal have not ended. */
  openOf(principalId: string): Promise<number> {
    return this.parts.store.countOpenOf(principalId);
  }

  /** How many jobs wait and run. */
  open(): Promise<Readonly<Record<'queued' | 'running', number>>> {
    return this.parts.store.countOpen();
  }

  /** Takes jobs from now on. A service without kinds of jobs needs no Redis and does nothing here. */
  start(): void {
    this.started = true;
    if (!this.handlesAny) return;
    for (const worked of this.kinds.values()) this.take(worked);
    this.stopHearing = this.parts.hints.onChange((id) => {
      this.parts.runner.look(id);
      this.takeSpare();
    });
    this.parts.sweeper.start(() => this.takeSpare());
  }

  /** Takes nothing new, asks running jobs to stop, waits for them up to `graceMs`; what is left goes back in line. */
  async stop(graceMs: number): Promise<void> {
    this.stopHearing();
    await Promise.all([this.parts.sweeper.stop(), this.parts.runner.close(graceMs), this.parts.mover.close(graceMs)]);
  }

  private take({ kind, handler, options }: WorkedKind): void {
    this.parts.mover.work(kind.name, options.concurrency, () => this.parts.runner.run(kind.name, handler));
  }

  /** Hints may be lost, so the sweeper comes here too. */
  private takeSpare(): void {
    for (const [kind, { handler, options }] of this.kinds)
      void this.parts.runner.runSpare({ kind, ...options }, handler);
  }

  private announce(row: JobRow): void {
    this.parts.hints.changed(row.id);
    // Failing is fine: the sweeper finds every row that waits.
    this.parts.mover
      .add(row)
      .then(
        () => this.parts.store.markEnqueued([row.id], true),
        () => undefined,
      )
      .catch(() => undefined);
  }

  private checkOwn({ name, service }: JobKind): void {
    if (service !== this.parts.service)
      throw new Error(`Jobs of kind "${name}" are ${service}'s: start them there, by startJob.`);
  }

  private checkedId(given: string | undefined): string {
    const id = given ?? `${this.parts.service}_${randomUUID()}`;
    if (!id.startsWith(`${this.parts.service}_`))
      throw new Error(`The id of a job of ${this.parts.service} starts with "${this.parts.service}_".`);
    return id;
  }
}

/** The run, whose progress is held to the form that its kind declares. */
function declaring<D extends z.ZodType>(
  { progress: detail }: JobKind<z.ZodType, z.ZodType, D>,
  run: JobRun,
): JobRun<z.input<D>> {
  return {
    ...run,
    progress: (done, total, message, more) =>
      run.progress(done, total, message, more === undefined ? undefined : json.parse(detail.parse(more))),
  };
}

function found(row: JobRow | null, who: Principal): JobRow {
  if (row === null || !isFor(row, who))
    throw new ProblemError('not-found', 'This job does not exist. Finished jobs are kept for 30 days.');
  return row;
}

/** A job's content is for whoever started it, whichever token or session acted for them. */
function isFor({ principal }: JobRow, who: Principal): boolean {
  return principal.id === who.id || seesAll(who);
}

function seesAll({ role, kind }: Principal): boolean {
  return role === 'admin' || kind === 'service';
}

function existing(row: JobRow | null, kind: string): JobRow {
  if (row === null)
    throw new ProblemError('conflict', `A job of kind "${kind}" with this key was removed a moment ago. Try again.`);
  return row;
}
