import type { CommandSpec } from '../command/command';

const id: readonly [string, string] = ['<id>', 'token id'];

/** Secrets for programs, and who one is with them. */
export const TOKEN_COMMANDS: readonly CommandSpec[] = [
  {
    words: 'token create',
    summary: 'make a token that acts for you; its secret is shown once',
    arguments: [['<name>', 'what it is for']],
    options: [
      { flags: '--role <role>', text: 'viewer, editor or admin (default viewer)' },
      { flags: '--scope <scope>', text: 'withhold all scopes but these', many: true },
      { flags: '--expires-in-days <n>', text: 'default 90' },
    ],
    load: () => import('./create-token.js'),
  },
  {
    words: 'token list',
    summary: 'your tokens, for admins everybody’s, without secrets',
    load: () => import('./list-tokens.js'),
  },
  {
    words: 'token rotate',
    summary: 'give a token a new secret, shown once',
    arguments: [id],
    options: [{ flags: '--overlap-minutes <n>', text: 'the old secret works for so long (default 0, at most 1440)' }],
    load: () => import('./rotate-token.js'),
  },
  {
    words: 'token revoke',
    summary: 'revoke a token at once',
    arguments: [id],
    load: () => import('./revoke-token.js'),
  },
  { words: 'whoami', summary: 'who the token is and what it may do', load: () => import('./who-am-i.js') },
];
