import type { CommandGroup } from '../command/command';

const name: readonly [string, string] = ['<name>', 'webhook name'];

/** Posts about what happens in the registry. */
export const WEBHOOK_COMMANDS: CommandGroup = {
  noun: 'webhook',
  meaning: 'posts about what happens in the registry',
  commands: [
    {
      words: 'webhook list',
      summary: 'webhooks, and how many deliveries wait',
      load: () => import('./list-webhooks.js'),
    },
    {
      words: 'webhook set',
      summary: 'create a webhook, which shows its secret this once, or change one',
      arguments: [name, ['<url>', 'https address of the receiver']],
      options: [
        { flags: '--event <type>', text: 'only this event (default: all)', many: true },
        { flags: '--description <text>', text: 'what it is for' },
        { flags: '--off', text: 'switch it off; what happens meanwhile is kept as dead letters' },
      ],
      examples: ['svc webhook set deploys https://ci.example.com/hooks/svc --event alias.updated'],
      load: () => import('./set-webhook.js'),
    },
    {
      words: 'webhook test',
      summary: 'post a test event once and show what the receiver answered',
      arguments: [name],
      load: () => import('./test-webhook.js'),
    },
    {
      words: 'webhook rotate',
      summary: 'give a webhook a new secret; both sign until the overlap is over',
      arguments: [name],
      options: [{ flags: '--overlap-minutes <n>', text: 'how long the former secret signs, too (default 1440)' }],
      load: () => import('./rotate-webhook.js'),
    },
    {
      words: 'webhook deliveries',
      summary: 'deliveries, newest first, each with its last try',
      arguments: [name],
      options: [{ flags: '--state <state>', text: 'waiting, delivered or dead' }],
      load: () => import('./list-deliveries.js'),
    },
    {
      words: 'webhook replay',
      summary: 'deliver dead letters again',
      arguments: [name, ['[deliveries...]', 'ids of deliveries']],
      options: [{ flags: '--since <time>', text: 'all that happened since then' }],
      examples: ['svc webhook replay deploys --since 2026-11-20T00:00:00Z'],
      load: () => import('./replay-deliveries.js'),
    },
    {
      words: 'webhook delete',
      summary: 'delete a webhook and what waits for it',
      arguments: [name],
      load: () => import('./delete-webhook.js'),
    },
  ],
};
