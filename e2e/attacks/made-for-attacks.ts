import { eventually } from '@svc/testing';
import { z } from 'zod';
import { type Attacker, value } from './wire';

export const DATASET = 'attacked_rows';
export const DERIVATION = 'attacked';
export const METRIC = 'attacked_count';

const SOURCE = `
from svc import Claim, Dataset, derivation

@derivation(inputs={"rows": Dataset("${DATASET}")}, claim=Claim("comparison", group="half", value="delay", question="b is later", declared={"design": "observational", "independent_rows": True}))
def ${DERIVATION}(ctx):
    """Every row."""
    return ctx.sql("select * from rows")
`;
const job = z.looseObject({ id: z.string(), state: z.string() });

/** 600 rows in two halves. */
export function rows(): string {
  const lines = Array.from(
    { length: 600 },
    (_, at) =>
      `2013-0${String((at % 6) + 1)}-15,${'xyz'.charAt(at % 3)},${at % 2 === 0 ? 'a' : 'b'},${String((at % 2) * 10 + ((at * 7919) % 13))}`,
  );
  return ['date,place,half,delay', ...lines].join('\n');
}

/** Runs a derivation and waits for the end of its job, which it answers. */
export async function runToEnd(
  by: Attacker,
  name: string,
): Promise<z.output<typeof job> & Readonly<Record<string, unknown>>> {
  let now = value(job, await by.send('POST', `/api/derivations/${name}/run`, {}));
  await eventually(async () => {
    now = value(job, await by.ask('GET', `/api/jobs/${now.id}`));
    return now.state !== 'queued' && now.state !== 'running';
  });
  return now;
}

/** A dataset, a certified derivation and a metric, made once for all attacks. */
export async function prepareTargets(by: Attacker): Promise<void> {
  if ((await by.ask('GET', `/api/metrics/${METRIC}`)).status === 200) return;
  expect(await by.upload({ name: DATASET }, rows(), 'rows.csv', '?visibility=project')).toMatchObject({ status: 201 });
  expect(
    await by.send('PUT', `/api/derivations/${DERIVATION}?visibility=project`, { files: { 'rows.py': SOURCE } }),
  ).toMatchObject({
    status: 200,
  });
  expect(await runToEnd(by, DERIVATION)).toMatchObject({ state: 'succeeded' });
  const metric = {
    name: METRIC,
    type: 'simple',
    source: DERIVATION,
    measure: { agg: 'count' },
    dimensions: ['place', 'half'],
    timeDimension: { column: 'date', grain: 'month' },
  };
  expect(await by.send('PUT', `/api/metrics/${METRIC}?visibility=project`, metric)).toMatchObject({ status: 200 });
}
