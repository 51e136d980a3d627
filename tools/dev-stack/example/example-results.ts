import { join } from 'node:path';
import type { Certificate, Client, Derivation, MetricAnswer } from '@svc/contracts';
import { certificate as certificateSchema } from '@svc/contracts';
import { writePrivately, type StateDirectory } from '../state/state-directory';

/** The parts of the example project that are shown: a claim that holds, one that does not, a metric over the first. */
export const EXAMPLE = {
  folder: 'examples/flights',
  sound: 'departures',
  unsound: 'older_aircraft',
  metric: 'average_delay',
} as const;

/** The results of the main job, as the service serves them. */
export interface ExampleResults {
  readonly sound: Derivation;
  readonly certificate: Certificate;
  /** Where the certificate was written, byte for byte as received. */
  readonly certificateFile: string;
  readonly unsound: Derivation;
  readonly metric: MetricAnswer;
}

/** Reads the results over the HTTP API and writes the certificate to a file. */
export async function readExampleResults(client: Client, state: StateDirectory): Promise<ExampleResults> {
  const [sound, unsound, metric, download] = await Promise.all([
    client.getDerivation({ params: { name: EXAMPLE.sound } }),
    client.getDerivation({ params: { name: EXAMPLE.unsound } }),
    client.queryMetric({ params: { name: EXAMPLE.metric }, body: { grain: 'month' } }),
    client.download('getCertificate', { params: { name: EXAMPLE.sound } }),
  ]);
  const text = await download.text();
  const certificateFile = join(state.certificates, `${EXAMPLE.sound}.json`);
  writePrivately(certificateFile, text);
  return { sound, certificate: certificateSchema.parse(JSON.parse(text)), certificateFile, unsound, metric };
}
