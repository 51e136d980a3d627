import type { CommandGroup } from '../command/command';

const id: readonly [string, string] = ['<id>', 'job id'];

/** Long-running work. */
export const JOB_COMMANDS: CommandGroup = {
  noun: 'job',
  meaning: 'long-running work',
  commands: [
    {
      words: 'job list',
      summary: 'your jobs (for admins: all jobs), newest first',
      options: [
        { flags: '--kind <kind>', text: 'only jobs of this kind' },
        { flags: '--state <state>', text: 'queued, running, succeeded, failed or cancelled' },
        { flags: '--mine', text: 'for admins: only your own' },
        { flags: '--limit <n>', text: 'maximum number of jobs (default 50)' },
        { flags: '--cursor <cursor>', text: 'go on where a page ended (next_cursor of --json)' },
      ],
      examples: ['svc job list --kind derivation.run --state running'],
      load: () => import('./list-jobs.js'),
    },
    {
      words: 'job show',
      summary: 'a job: state, progress, result',
      arguments: [id],
      load: () => import('./show-job.js'),
    },
    {
      words: 'job watch',
      summary: 'follow a job until it ends',
      arguments: [id],
      load: () => import('./watch-job.js'),
    },
    {
      words: 'job cancel',
      summary: 'stop a job',
      arguments: [id],
      load: () => import('./cancel-job.js'),
    },
  ],
};
