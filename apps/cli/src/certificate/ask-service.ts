import { type Client, json, ProblemError } from '@svc/contracts';
import { exitCodeOf } from '../exit-code';
import { verification, type Verification } from './verification';

/** Asks the service whether an intact certificate is its own and up to date; every answer becomes an outcome. */
export async function askService(
  offline: Verification,
  content: string | Uint8Array,
  client: Client,
): Promise<Verification> {
  const body = json.parse(JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString('utf8')));
  try {
    await client.verifyCertificate({ params: { name: offline.derivation ?? '' }, body });
    return verification({
      ...offline,
      outcome: 'matches',
      reason: 'this service issued it, and the derivation is still what it certifies',
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, detail: reason } = error;
    if (code === 'stale-certificate') return verification({ ...offline, outcome: 'stale', code, reason });
    if (code === 'revoked') return verification({ ...offline, outcome: 'revoked', code, reason });
    if (code === 'uncertified-source') return verification({ ...offline, outcome: 'uncertified', code, reason });
    if (code !== 'invalid-signature')
      return verification({ ...offline, outcome: 'unanswered', code, reason }, exitCodeOf(code));
    return verification({
      ...offline,
      outcome: error.facts.data?.['outcome'] === 'other_instance' ? 'other_instance' : 'invalid',
      code,
      reason,
    });
  }
}
