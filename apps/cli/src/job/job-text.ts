import type { Job } from '@svc/contracts';
import { fieldList } from '../command/printing';
import { EXIT, type ExitCode } from '../exit-code';
import type { Terminal } from '../terminal/terminal';

/** A job for people. */
export function jobText(job: Job, terminal: Terminal): string {
  const { green, red, yellow } = terminal.outColors;
  const paint = job.state === 'succeeded' ? green : job.state === 'failed' ? red : yellow;
  return fieldList(terminal, [
    ['job', job.id],
    ['kind', job.kind],
    ['state', { text: job.state, paint }],
    ['progress', `${job.progress.done} of ${job.progress.total} ${job.progress.message}`.trim()],
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
