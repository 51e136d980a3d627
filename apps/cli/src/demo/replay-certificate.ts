import { randomBytes } from 'node:crypto';
import { type Client, json, parseSource, ProblemError } from '@svc/contracts';
import { CommandError } from '../command/usage-error';
import { followRun } from '../derivation/follow-run';
import type { ProgressLine } from '../terminal/progress-line';
import type { Attempt } from './attempt';

/** A derivation of one row: after it is redefined with another year, its first certificate is authentic and out of date. */
function sourceOf(name: string, year: number): string {
  return `from svc import Contract, derivation


@derivation(
    contract=Contract(fields=[{"name": "year", "type": "integer", "constraints": {"required": True}}]),
)
def ${name}(ctx):
    """Made by svc demo tamper; it may be deleted."""
    return [{"year": ${String(year)}}]
`;
}

/**
 * What only the issuing service can tell: that an authentic certificate is no longer in force, or not issued
 * here. Runs a derivation of its own twice, replays the first certificate, and deletes the derivation.
 */
export async function replayCertificate(
  client: Client,
  issued: { readonly derivation: string; readonly text: string },
  line: ProgressLine,
): Promise<readonly Attempt[]> {
  const name = `tamper_demo_${randomBytes(3).toString('hex')}`;
  line.say(`${name}: defining a derivation to replay`);
  let etag = await define(client, name, 2024);
  try {
    const older = await certify(client, name, line);
    etag = await define(client, name, 2025, etag);
    const newer = await certify(client, name, line);
    return await showAll(client, name, { older, newer }, issued);
  } finally {
    await client.deleteDerivation({ params: { name }, if_match: etag });
  }
}

async function showAll(
  client: Client,
  name: string,
  { older, newer }: { readonly older: string; readonly newer: string },
  issued: { readonly derivation: string; readonly text: string },
): Promise<readonly Attempt[]> {
  return [
    await show(client, name, { title: 'the newest, shown to the service', change: 'nothing', kind: 'control' }, newer),
    await show(
      client,
      name,
      {
        title: 'an older one, replayed',
        change: `the certificate of an earlier run of ${name}, untouched, after a newer run`,
        kind: 'tampering',
      },
      older,
    ),
    await show(
      client,
      name,
      {
        title: 'one of another derivation',
        change: `the certificate of ${issued.derivation}, untouched, shown for ${name}`,
        kind: 'tampering',
      },
      issued.text,
    ),
  ];
}

async function define(client: Client, name: string, year: number, ifMatch?: string): Promise<string> {
  const { etag } = await client.putDerivation({
    params: { name },
    body: { files: { [`derivations/${name}.py`]: sourceOf(name, year) }, origin: 'api' },
    ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
  });
  return etag;
}

async function certify(client: Client, name: string, line: ProgressLine): Promise<string> {
  const { outcome, verdict, reason } = await followRun(client, parseSource(name), { force: false }, line);
  if (outcome !== 'succeeded' || verdict === null)
    throw new CommandError(`the demonstration's own derivation got no verdict: ${reason}`);
  return (await client.download('getCertificate', { params: { name } })).text();
}

async function show(
  client: Client,
  name: string,
  it: Pick<Attempt, 'title' | 'change' | 'kind'>,
  text: string,
): Promise<Attempt> {
  const attempt = {
    ...it,
    on: 'certificate',
    unaided: it.kind === 'control' ? null : 'signature and key are right: only the service that issued it can tell',
  } as const;
  try {
    const { outcome } = await client.verifyCertificate({ params: { name }, body: json.parse(JSON.parse(text)) });
    return {
      ...attempt,
      accepted: true,
      outcome,
      by: 'the service',
      finding: 'it issued it, and the derivation is still what it certifies',
    };
  } catch (error) {
    if (!(error instanceof ProblemError) || (error.code !== 'stale-certificate' && error.code !== 'invalid-signature'))
      throw error;
    const outcome = error.facts.data?.['outcome'];
    return {
      ...attempt,
      accepted: false,
      outcome: typeof outcome === 'string' ? outcome : error.code,
      finding: error.detail,
      by:
        error.code === 'stale-certificate'
          ? 'the service, against the present state'
          : 'the service, against the name asked for',
    };
  }
}
