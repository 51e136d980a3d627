import type { PageData, putDashboard, RequestInput, TileData } from '@svc/contracts';

type SpecInput = RequestInput<typeof putDashboard>['body'];

export const SEATS = {
  columns: [
    { name: 'carrier', type: 'string' },
    { name: 'seats', type: 'integer' },
  ],
  rows: [
    { carrier: 'B6', seats: 3 },
    { carrier: 'UA', seats: 5 },
    { carrier: "O'Hare", seats: 1 },
  ],
};

/** A dashboard with a tile of each kind, and a variable in two of them. */
export function delays(change: Partial<SpecInput> = {}): SpecInput {
  return {
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    variables: [{ name: 'carriers', type: 'string', control: 'multiselect', default: null }],
    pages: [
      {
        name: 'overview',
        title: 'Overview',
        widgets: [
          {
            id: 'total',
            type: 'metric',
            title: 'Minutes lost',
            gridPos: { x: 0, y: 0, w: 6, h: 5 },
            bind: { metric: 'delay_total', filters: [{ column: 'carrier', op: 'in', value: '$carriers' }] },
          },
          {
            id: 'trend',
            type: 'chart',
            title: 'By month',
            gridPos: { x: 6, y: 0, w: 18, h: 8 },
            bind: { metric: 'delay_total', groupBy: ['carrier'], grain: 'month' },
            viz: { mark: 'line' },
          },
          {
            id: 'seats',
            type: 'table',
            title: 'Seats',
            gridPos: { x: 0, y: 8, w: 12, h: 6 },
            bind: {
              derivation: 'seats',
              filters: [{ column: 'carrier', op: 'in', value: '$carriers' }],
              order: [{ by: 'seats', direction: 'desc' }],
            },
          },
          { id: 'note', type: 'text', gridPos: { x: 12, y: 8, w: 12, h: 6 }, content: 'Minutes, not flights.' },
        ],
      },
    ],
    ...change,
  };
}

/** The tile of that id; throws where a page has none. */
export function tile({ tiles }: PageData, id: string): TileData {
  const found = tiles.find((it) => it.id === id);
  if (found === undefined) throw new Error(`no tile ${id}`);
  return found;
}
