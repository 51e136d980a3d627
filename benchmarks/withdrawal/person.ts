import type { Client } from '@svc/contracts';
import { z } from 'zod';
import { absent } from '../stack/certified-derivation';

export const LOGIN = 'withdrawn';
const PASSWORD = 'seven llamas under the 9 kettles';

/** A token that a local user has created for themselves; such a token goes with its owner. The user is made once and stays. */
export async function tokenOfPerson(gateway: string, client: Client): Promise<string> {
  const known = await client.getUser({ params: { login: LOGIN } }).catch(absent);
  const name = 'Withdrawn';
  if (known === null) await client.createUser({ body: { login: LOGIN, name, password: PASSWORD } });
  else
    await client.updateUser({
      params: { login: LOGIN },
      body: { name, email: null, role: 'viewer', groups: [], disabled: false },
      if_match: known.etag,
    });
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(gateway + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/api/session', { login: LOGIN, password: PASSWORD });
  if (signedIn.status !== 201) throw new Error(`${LOGIN} cannot sign in: ${await signedIn.text()}`);
  const cookies = signedIn.headers.getSetCookie().map((it) => it.split(';')[0]);
  const made = await post('/api/tokens', { name: 'withdrawal' }, cookies.join('; '));
  if (made.status !== 201) throw new Error(`${LOGIN} gets no token: ${await made.text()}`);
  return z.object({ secret: z.string() }).parse(await made.json()).secret;
}
