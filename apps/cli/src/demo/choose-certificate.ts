import type { Client } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import { CommandError } from '../command/usage-error';

/** The certificate to demonstrate with: of a certified derivation if there is one, else of any that has one. Unchanged, as received. */
export async function chooseCertificate(client: Client): Promise<string> {
  const derivations = await allPages((cursor) =>
    client.listDerivations({ query: cursor === undefined ? {} : { cursor } }),
  );
  const found =
    derivations.find((it) => it.certification.certified) ??
    derivations.find((it) => it.newest_run?.certificate_digest != null);
  if (found === undefined)
    throw new CommandError('the service has no certificate to tamper with', 'svc apply examples/flights');
  return (await client.download('getCertificate', { params: { name: found.name } })).text();
}
