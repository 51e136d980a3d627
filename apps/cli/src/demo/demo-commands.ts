import type { CommandGroup } from '../command/command';

export const DEMO_COMMANDS: CommandGroup = {
  noun: 'demo',
  meaning: 'demonstrations of tamper detection',
  commands: [
    {
      words: 'demo tamper',
      summary: 'tamper with a certificate and a copy of the audit log in every way, and see what notices',
      arguments: [['[certificate]', 'a certificate file, checked without a service (default: one of the service)']],
      options: [
        {
          flags: '--public-key <key|file>',
          text: 'the key or key history to trust (default: the service’s; with a file the key in it, for this demonstration only)',
        },
        { flags: '--log <folder>', text: 'an exported log (default: the service’s)' },
      ],
      examples: ['svc demo tamper', 'svc demo tamper departures.json --public-key certificate.key.pub --log exported'],
      names: ['derivation'],
      load: () => import('./tamper.js'),
    },
  ],
};
