import type { CommandSpec } from '../command/command';

export const DEMO_COMMANDS: readonly CommandSpec[] = [
  {
    words: 'demo tamper',
    summary: 'tamper with a certificate and a copy of the audit log in every way, and see what notices',
    arguments: [
      ['[certificate]', 'a certificate file, with which nothing is asked of a service; default: one of the service'],
    ],
    options: [
      {
        flags: '--public-key <key|file>',
        text: 'the key or key history to trust (default: the service’s; with a file the one in it, for the sake of the demonstration)',
      },
      { flags: '--log <folder>', text: 'an exported log (default: the service’s)' },
    ],
    examples: ['svc demo tamper', 'svc demo tamper departures.json --public-key certificate.key.pub --log exported'],
    load: () => import('./tamper.js'),
  },
];
