import type { CommandGroup, OptionSpec } from '../command/command';

const login: readonly [string, string] = ['<login>', 'login'];
const role: OptionSpec = { flags: '--role <role>', text: 'viewer, editor or admin' };

/** People who may sign in. */
export const USER_COMMANDS: CommandGroup = {
  noun: 'user',
  meaning: 'people who can sign in',
  commands: [
    { words: 'user list', summary: 'users by login', load: () => import('./list-users.js') },
    {
      words: 'user add',
      summary: 'make a local user; the password is asked for, or read from standard input',
      arguments: [login],
      options: [
        { flags: '--name <name>', text: 'full name (default: the login)' },
        { flags: '--email <address>', text: 'their address' },
        { ...role, text: `${role.text} (default viewer)` },
        { flags: '--group <group>', text: 'a group they are in', many: true },
      ],
      examples: [
        'svc user add ada --name "Ada Lovelace" --role editor --group ops',
        'svc user add robot < password.txt',
      ],
      load: () => import('./add-user.js'),
    },
    {
      words: 'user set',
      summary: 'give a user another role or other groups',
      arguments: [login],
      options: [
        role,
        { flags: '--group <group>', text: 'all groups they are in', many: true },
        { flags: '--groupless', text: 'take them out of every group' },
      ],
      load: () => import('./set-user.js'),
    },
    {
      words: 'user password',
      summary: 'give a local user a new password; it is asked for, or read from standard input',
      arguments: [login],
      load: () => import('./set-user-password.js'),
    },
    {
      words: 'user disable',
      summary: 'end every session and token of a user at once',
      arguments: [login],
      load: () => import('./disable-user.js'),
    },
    {
      words: 'user enable',
      summary: 'enable a disabled user again',
      arguments: [login],
      load: () => import('./enable-user.js'),
    },
    {
      words: 'user export',
      summary: 'every user with role, groups, tokens and last use; recorded',
      options: [
        { flags: '--csv', text: 'as CSV in place of JSON' },
        { flags: '-o, --out <file>', text: 'write it to a file' },
      ],
      load: () => import('./export-users.js'),
    },
  ],
};
