import type { CommandGroup } from '../command/command';

const id: readonly [string, string] = ['<id>', 'token id'];

/** Tokens for programs, and the identity of the current one. */
export const TOKEN_COMMANDS: CommandGroup = {
  noun: 'token',
  meaning: 'API tokens for programs that act for you',
  commands: [
    {
      words: 'token create',
      summary: 'make a token that acts for you; its secret is shown once',
      arguments: [['<name>', 'a name that says what it is for']],
      options: [
        { flags: '--role <role>', text: 'viewer, editor or admin (default viewer)' },
        { flags: '--scope <scope>', text: 'grant only these scopes', many: true },
        { flags: '--expires-in-days <n>', text: 'default 90' },
      ],
      load: () => import('./create-token.js'),
    },
    {
      words: 'token list',
      summary: 'your tokens (for admins: all tokens), without secrets',
      load: () => import('./list-tokens.js'),
    },
    {
      words: 'token rotate',
      summary: 'give a token a new secret, shown once',
      arguments: [id],
      options: [
        { flags: '--overlap-minutes <n>', text: 'minutes that the old secret stays valid (default 0, at most 1440)' },
      ],
      load: () => import('./rotate-token.js'),
    },
    {
      words: 'token revoke',
      summary: 'revoke a token at once',
      arguments: [id],
      load: () => import('./revoke-token.js'),
    },
    { words: 'whoami', summary: 'the identity and permissions of the token', load: () => import('./who-am-i.js') },
  ],
};
