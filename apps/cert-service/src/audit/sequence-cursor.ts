import { ProblemError } from '@svc/contracts';

/** The record number that a page's cursor stands for. */
export function readSequenceCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^(0|[1-9]\d{0,14})$/.test(cursor)) return Number(cursor);
  throw new ProblemError('invalid-request', 'The cursor is not one that a page gave.', {
    errors: [{ pointer: '/query/cursor', message: 'is not a cursor' }],
  });
}
