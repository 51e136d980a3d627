import { z } from 'zod';
import { certificate } from '../certificate/certificate';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import { exportDocument } from '../named-object/named-object';
import { attestation } from '../attestation/attestation';
import { derivation, parameterSet, projectFiles, run } from '../derivation/derivation';

/** A derivation as a self-contained document: its declaration, every run, and the certificate in force. */
export const derivationExport = exportDocument('derivation', {
  ...derivation.omit({ created_at: true }).shape,
  source: z.string(),
  /** The project files that the source was sent with. */
  files: projectFiles,
  parameter_sets: z.array(parameterSet),
  /** The oracle's report on the newest run; null where it judged nothing. */
  attestation: attestation.nullable(),
  /** Every run, newest first, of all parameter sets. */
  history: z.array(run),
  /** As issued; null while the derivation is not certified. */
  certificate: certificate.nullable(),
});

export const exportDerivation = endpoint({
  name: 'export.derivation',
  summary: 'A derivation as a document: source, claim, attestation, every run, and its certificate if it is certified',
  method: 'GET',
  path: '/api/exports/derivations/{name}',
  subject: 'svc.cert.export.derivation',
  params: z.strictObject({ name: objectName }),
  response: derivationExport,
  problems: ['not-found'],
  access: { scope: 'derivation:read' },
  target: { type: 'derivation', param: 'name' },
  timeoutMs: 60_000,
});
