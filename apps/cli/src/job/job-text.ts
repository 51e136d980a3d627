import type { Job, JobProgress, JobState } from '@svc/contracts';
import { fieldList } from '../command/printing';
import { EXIT, type ExitCode } from '../exit-code';
import type { TableCell } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';

/** The state of a job in its colour. */
export function stateCell(state: JobState, { outColors: { green, red, yellow } }: Terminal): TableCell {
  return { text: state, paint: state === 'succeeded' ? green : state === 'failed' ? red : yellow };
}

/** `2 of 4 asking the oracle`. */
export function stepsText({ done, total, message }: JobProgress): string {
  return `${done} of ${total} ${message}`.trim();
}

/** A job for people. */
export function jobText(job: Job, terminal: Terminal): string {
  return fieldList(terminal, [
    ['job', job.id],
    ['kind', job.kind],
    ['state', stateCell(job.state, terminal)],
    ['progress', stepsText(job.progress)],
    ['created', job.created_at],
    ['started', job.started_at],
    ['finished', job.finished_at],
    ...(job.error === null ? [] : [['error', `${job.error.title}: ${job.error.detail}`] as const]),
    ...(job.result === null ? [] : [['result', JSON.stringify(job.result)] as const]),
  ]);
}

/** A job that failed or was cancelled did not do its work. */
export function jobExit(job: Job): ExitCode {
  return job.state === 'failed' || job.state === 'cancelled' ? EXIT.failure : EXIT.ok;
}
