import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSpec } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { grafanaDashboard } from '../../src/dashboard/grafana/grafana-dashboard';

export const example = dashboardSpec.parse(
  parse(readFileSync(join(__dirname, '../../../../examples/flights/dashboards/flights.yaml'), 'utf8')),
);

/** The members of a classic dashboard that Grafana needs to place and query its panels. */
const box = z.object({ x: z.int().min(0).max(23), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) });

export const classic = z.looseObject({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.int(),
      type: z.string(),
      title: z.string(),
      gridPos: box,
      targets: z
        .array(
          z.looseObject({
            url: z.string(),
            root_selector: z.string(),
            columns: z.array(z.json()),
            url_options: z.looseObject({ data: z.string() }),
          }),
        )
        .optional(),
    }),
  ),
});

export const exported = classic.parse(
  grafanaDashboard(example, ({ bind: { metric, groupBy = [], grain } }) => [
    ...(grain === undefined ? [] : [{ selector: 'date', type: 'timestamp' as const }]),
    ...groupBy.map((selector) => ({ selector, type: 'string' as const })),
    { selector: metric ?? '', type: 'number' as const },
  ]),
);

export const origin = {
  name: 'origin',
  type: 'string',
  control: 'multiselect',
  options: {
    values: [
      { value: 'EWR', label: 'Newark' },
      { value: 'JFK', label: 'Kennedy' },
    ],
  },
};
