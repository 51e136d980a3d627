// The main job, written by somebody who has the OpenAPI document and nothing else of ours: compiled against the client that a
// generator made of it (see generated-client.spec.ts), strictly, without a cast.
import {
  certificateGet,
  datasetGet,
  datasetRegister,
  derivationGet,
  derivationPut,
  derivationRun,
  type Job,
  jobGet,
  metricPut,
  metricQuery,
  type Problem,
  sqlRun,
} from './client';
import { client } from './client/client.gen';

const [name, url, token] = process.argv.slice(2);
if (name === undefined || url === undefined || token === undefined) throw new Error('name, url and token are needed');
client.setConfig({ baseUrl: url, auth: () => token });

/** The answer, or the refusal's code. */
function taken<T>({ data, error }: { readonly data?: T; readonly error?: Problem }): T {
  if (data === undefined) throw new Error(`refused: ${error?.code ?? 'without words'}: ${error?.detail ?? ''}`);
  return data;
}

const rows = ['when,place,half,delay'];
for (let at = 0; at < 600; at += 1) {
  rows.push(
    `2013-0${String((at % 6) + 1)}-15,${'xyz'.charAt(at % 3)},${at % 2 === 0 ? 'a' : 'b'},${String((at % 2) * 10 + ((at * 7919) % 13))}`,
  );
}
const source = `
from svc import Claim, Dataset, derivation

@derivation(inputs={"rows": Dataset("${name}_rows")}, claim=Claim("comparison", group="half", value="delay", question="b is later", declared={"design": "observational", "independent_rows": True}))
def ${name}(ctx):
    """Every row."""
    return ctx.sql("select * from rows")
`;

async function ended(job: Job): Promise<Job> {
  for (let now = job; ; now = taken(await jobGet({ path: { id: job.id } }))) {
    if (now.state !== 'queued' && now.state !== 'running') return now;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

const dataset = taken(
  await datasetRegister({
    body: {
      name: `${name}_rows`,
      null_values: JSON.stringify(['', 'none']),
      file: new File([rows.join('\n')], 'rows.csv'),
    },
  }),
);
const put = await derivationPut({ path: { name }, body: { files: { 'rows.py': source } } });
taken(put);
const tag = put.response?.headers.get('etag') ?? '';
taken(
  await derivationPut({
    path: { name },
    headers: { 'If-Match': tag },
    body: { files: { 'rows.py': `${source}\n# read again` } },
  }),
);
const job = await ended(
  taken(await derivationRun({ path: { name }, headers: { 'Idempotency-Key': `run-${name}` }, body: {} })),
);
const { certification, newest_run } = taken(await derivationGet({ path: { name } }));
const certificate = taken(await certificateGet({ path: { name } }));
const simple = {
  name: `${name}_mean`,
  type: 'simple' as const,
  source: name,
  measure: { agg: 'average' as const, column: 'delay' },
  dimensions: ['half', 'place'],
  timeDimension: { column: 'when', grain: 'month' as const },
};
taken(await metricPut({ path: { name: simple.name }, body: simple }));
const answer = taken(
  await metricQuery({
    path: { name: simple.name },
    body: {
      group_by: ['half'],
      filters: [{ column: 'place', op: 'in', value: ['x', 'y'] }],
      order: [{ by: 'half', direction: 'asc' }],
    },
  }),
);
const counted = taken(
  await sqlRun({ body: { sql: `select count(*) as n from ${name} where half = $1`, parameters: ['a'] } }),
);
const missing = await datasetGet({ path: { name: `${name}_nothing` } });

process.stdout.write(
  JSON.stringify({
    dataset: dataset.name,
    job: job.state,
    certified: certification.certified,
    verdict: newest_run?.verdict,
    digest: certification.certificate_digest,
    certificate,
    answer,
    counted,
    missing: missing.error?.code,
  }),
);
