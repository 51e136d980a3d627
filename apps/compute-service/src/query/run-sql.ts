import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type FileReply,
  MAX_FILE_ROWS,
  MAX_ROWS,
  ProblemError,
  type RequestOf,
  type ResponseOf,
  ROW_FILES,
  type RowFile,
  type runSql,
} from '@svc/contracts';
import type { CallContext, ClaimedAnswer } from '@svc/platform';
import { countRows } from '../query-engine/answer/answers';
import { PerformStatement } from './perform-statement';
import { QueryEngine } from '../query-engine/query-engine';
import { QUERY_LIMITS, type QueryLimits } from '../query-engine/query-limits';
import { ReplyWithAnswer } from '../query-engine/answer/reply-with-answer';
import type { Source } from './resolve-sources';

type Body = RequestOf<typeof runSql>['body'] & { readonly query_id: string };

/** One read-only statement of a person or program, over the datasets and derivations it names. */
@Injectable()
export class RunSql {
  constructor(
    private readonly statements: PerformStatement,
    private readonly engine: QueryEngine,
    private readonly reply: ReplyWithAnswer,
    @Inject(QUERY_LIMITS) private readonly limits: QueryLimits,
  ) {}

  run(
    { body, accept }: RequestOf<typeof runSql>,
    context: CallContext,
  ): Promise<ResponseOf<typeof runSql> | ClaimedAnswer | FileReply> {
    const named = { ...body, query_id: body.query_id ?? randomUUID() };
    const form = fileFormOf(accept);
    return form === null ? this.rows(named, context) : this.file(named, form, context);
  }

  private async rows(
    { sql, parameters, limit = MAX_ROWS, query_id }: Body,
    context: CallContext,
  ): Promise<ResponseOf<typeof runSql> | ClaimedAnswer> {
    if (limit > MAX_ROWS) throw tooMany();
    const answer = await this.statements.run({ id: query_id, sql }, context, async ({ sources, ...ready }) => {
      const answered = await this.engine.answer({ ...ready, sql, parameters, limit, timeoutMs: this.limits.timeoutMs });
      return { ...answered, sources, rowCount: countRows(answered) };
    });
    const sources = Object.fromEntries([...answer.sources].map(([name, source]) => [name, describedSource(source)]));
    const more = { sources, cached: answer.cached, duration_ms: answer.durationMs, query_id };
    return this.reply.run(answer, more, context.principal.id);
  }

  /** The file is named after its query. The reply says how many rows it has, whether a limit cut it, and which sources are not certified. */
  private async file(
    { sql, parameters, limit = MAX_FILE_ROWS, query_id }: Body,
    form: RowFile,
    context: CallContext,
  ): Promise<FileReply> {
    const { stored, rowCount, truncated, sources } = await this.statements.run(
      { id: query_id, sql },
      context,
      async ({ sources, tables, caller, signal, onProgress }) => {
        const { rows, ...file } = await this.engine.toFile({
          tables,
          caller,
          signal,
          onProgress,
          sql,
          parameters,
          limit,
          form,
          timeoutMs: this.limits.timeoutMs,
        });
        return { ...file, sources, rowCount: rows, cached: false };
      },
    );
    return {
      object: stored.object,
      bytes: stored.bytes,
      content_type: ROW_FILES[form],
      file_name: `${query_id}.${form}`,
      rows: rowCount,
      truncated,
      uncertified: [...sources].flatMap(([name, it]) => (it.certification?.certified === false ? [name] : [])),
    };
  }
}

function describedSource({ kind, table, certification }: Source): ResponseOf<typeof runSql>['sources'][string] {
  const { certified, reason } = certification ?? { certified: null, reason: null };
  return { kind, data_hash: table.data_hash, certified, reason };
}

function fileFormOf(accept: string | undefined): RowFile | null {
  switch (accept) {
    case ROW_FILES.csv:
      return 'csv';
    case ROW_FILES.arrow:
      return 'arrow';
    case ROW_FILES.parquet:
      return 'parquet';
    default:
      return null;
  }
}

function tooMany(): ProblemError {
  const message = `is at most ${String(MAX_ROWS)} for JSON; ask for a file (Accept: ${ROW_FILES.csv}) to get more`;
  return new ProblemError('invalid-request', `The limit ${message}.`, {
    errors: [{ pointer: '/body/limit', message }],
  });
}
