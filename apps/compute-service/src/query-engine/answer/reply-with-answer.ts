import { createReadStream } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { RowSet } from '@svc/contracts';
import { ClaimedAnswer } from '@svc/platform';
import type { ResultOptions } from '@svc/warehouse';
import { type SharedWarehouse, WAREHOUSE } from '../../warehouse';
import { answerRows, type QueryAnswer, type WrittenAnswer } from './answers';

/** The rows of a statement as a reply: a value, or a claim check of the worker's file, which this process does not read. */
@Injectable()
export class ReplyWithAnswer {
  constructor(@Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse) {}

  /** `more` are the members of the reply besides those of a row set; `columns` among them replaces the answer's. */
  async run<More extends object>(
    answer: QueryAnswer | WrittenAnswer,
    more: More,
    caller?: string,
  ): Promise<(RowSet & More) | ClaimedAnswer> {
    if (!('written' in answer)) return { ...answerRows(answer), ...more };
    const { written, columns, truncated, rowCount: row_count } = answer;
    // Read and written in pieces: the service never holds all rows, nor blocks for longer than a piece takes.
    return new ClaimedAnswer(
      await this.warehouse.results
        .put(jsonOf(written.path, { columns, row_count, truncated, ...more }), ownerOf(caller))
        .finally(() => written.discard()),
    );
  }
}

/** Requests of services for themselves count towards nobody's allowance. */
export function ownerOf(caller: string | undefined): ResultOptions {
  return caller === undefined || caller.startsWith('service:') ? {} : { owner: caller };
}

async function* jsonOf(rows: string, others: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"rows":');
  const pieces: AsyncIterable<Uint8Array> = createReadStream(rows, { highWaterMark: 256 * 1024 });
  yield* pieces;
  yield Buffer.from(`,${JSON.stringify(others).slice(1)}`);
}
