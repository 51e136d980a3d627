import { type Client, json, ProblemError } from '@svc/contracts';
import type { CertificateFile } from './certificate-files';
import type { Verification } from './verify-certificates';

/** Asks the service whether a whole certificate is its own and up to date; what it refuses becomes an outcome. */
export async function askService(offline: Verification, { content }: CertificateFile, client: Client): Promise<Verification> {
  const body = json.parse(JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString('utf8')));
  try {
    await client.verifyCertificate({ params: { name: offline.derivation ?? '' }, body });
    return { ...offline, outcome: 'matches', reason: 'this service issued it, and the derivation is still what it certifies' };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'stale-certificate') return { ...offline, outcome: 'stale', reason: error.detail };
    if (error.code !== 'invalid-signature') throw error;
    return { ...offline, outcome: error.facts.data?.['outcome'] === 'other_instance' ? 'other_instance' : 'invalid', reason: error.detail };
  }
}
