// A real OpenID Connect provider in a process of its own: oidc-provider with its development pages, where any password will do.
// Its people and their groups are in a file that is read every time, so that a test can change people while they are signed in.
import { readFileSync } from 'node:fs';
import { Provider } from 'oidc-provider';

const { issuer, port, client, accounts } = JSON.parse(process.argv[2] ?? '');
process.stdin.resume().on('end', () => process.exit());

const provider = new Provider(issuer, {
  clients: [client],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
  cookies: { keys: ['a test'] },
  pkce: { required: () => true },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  async findAccount(_context, accountId) {
    const found = JSON.parse(readFileSync(accounts, 'utf8'))[accountId];
    return found === undefined ? undefined : { accountId, claims: () => ({ sub: accountId, ...found }) };
  },
});
provider.listen(port, '127.0.0.1', () => process.stdout.write('listening\n'));
