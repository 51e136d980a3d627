import { type Dashboard, dashboardSpec } from '@svc/contracts';
import { aPayload } from './documents';

export const at = '2026-03-01T10:00:00Z';
export const etag = aPayload().data.hash;

export const spec = dashboardSpec.parse({
  specVersion: '1.0',
  kind: 'Dashboard',
  name: 'flights',
  title: 'Flights',
  pages: [
    {
      name: 'overview',
      title: 'Overview',
      widgets: [
        {
          id: 'departures',
          type: 'metric',
          title: 'Departures',
          gridPos: { x: 0, y: 0, w: 6, h: 4 },
          bind: { metric: 'departures' },
        },
      ],
    },
  ],
});
export const aDashboard = (over: Partial<Dashboard> = {}): Dashboard => ({
  name: 'flights',
  status: 'draft',
  version: 1,
  spec,
  published: null,
  etag,
  owner: 'token:ann',
  created_at: at,
  updated_at: at,
  ...over,
});
export const published = { version: 1, spec, author: 'token:ann', published_at: at };
