import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { fileReply } from '../endpoint/file-reply';
import { DEFAULT_SET, digest, objectName, timestamp } from '../json';
import { certificate } from './certificate';

const byName = z.strictObject({ name: objectName });
const byRun = z.strictObject({
  set: objectName.default(DEFAULT_SET).describe('the parameter set whose newest certified run is meant'),
  run: z.uuid().optional().describe('a run with a verdict; the newest certified run when left out'),
});
const target = { type: 'certificate', param: 'name' } as const;

export const getCertificate = endpoint({
  name: 'certificate.get',
  summary: 'The signed certificate of the newest certified run, or of the run named',
  method: 'GET',
  path: '/api/certificates/{name}',
  subject: 'svc.cert.certificate.get',
  params: byName,
  query: byRun,
  response: certificate,
  problems: ['not-found', 'no-claim', 'revoked', 'uncertified-source'],
  access: { scope: 'certificate:read' },
  target,
});

/** The certificate as one page for people. Only the JSON can be verified. */
export const getCertificatePdf = endpoint({
  name: 'certificate.pdf',
  summary: 'The certificate as one page to read and print; the JSON is the certificate',
  method: 'GET',
  path: '/api/certificates/{name}/pdf',
  subject: 'svc.cert.certificate.pdf',
  params: byName,
  query: byRun,
  response: fileReply,
  produces: ['application/pdf'],
  problems: ['not-found', 'no-claim', 'revoked', 'uncertified-source'],
  access: { scope: 'certificate:read' },
  timeoutMs: 30_000,
  target,
});

export const issueCertificate = endpoint({
  name: 'certificate.issue',
  summary: 'Signs the newest certified run, or the run named; the same run gives the same bytes',
  method: 'POST',
  path: '/api/certificates/{name}/issue',
  subject: 'svc.cert.certificate.issue',
  params: byName,
  query: byRun,
  response: certificate,
  problems: ['not-found', 'no-claim', 'conflict', 'revoked', 'uncertified-source'],
  access: { scope: 'certificate:issue' },
  target,
});

/** The certificate is sent as text, so that exactly the received bytes are verified. */
export const verifyCertificate = endpoint({
  name: 'certificate.verify',
  summary: 'Verifies a certificate against this instance and its current state',
  method: 'POST',
  path: '/api/certificates/{name}',
  subject: 'svc.cert.certificate.verify',
  params: byName,
  body: z.json(),
  response: z.object({ verified: z.literal(true), outcome: z.literal('matches'), digest }),
  problems: ['not-found', 'malformed-body', 'invalid-signature', 'stale-certificate', 'revoked', 'uncertified-source'],
  access: { scope: 'certificate:read' },
  target,
});

/** The answer is itself a key history (`svc.keys/v1`): kept as a file, it is what verifiers pin. */
export const getPublicKey = endpoint({
  name: 'certificate.public-key',
  summary: 'The public keys that verify certificates and audit checkpoints of this instance, retired ones included',
  method: 'GET',
  path: '/api/certificates/public-key',
  subject: 'svc.cert.certificate.public-key',
  response: z.object({
    schema: z.literal('svc.keys/v1'),
    algorithm: z.literal('ed25519'),
    public_key: z.string(),
    issuer: z.string(),
    audit_log_key: z.string(),
    keys: z
      .array(z.object({ public_key: z.string(), from: timestamp, until: timestamp.nullable() }))
      .describe(
        'every key that signed certificates here, oldest first, with the time it was in use; `until` is null for the one that signs now',
      ),
  }),
  access: 'public',
});
