import { buffer } from 'node:stream/consumers';
import {
  listVariableOptions,
  type Principal,
  ProblemError,
  publishDashboard,
  putDashboard,
  putMetric,
  readDashboardPage,
  renderDashboardPage,
  renderDashboardPagePng,
  type RequestInput,
} from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { DELAY_TOTAL, FLIGHTS } from '../flights';
import { EDITOR, type MetricsHarness, startMetrics } from '../metrics-harness';

export type SpecInput = RequestInput<typeof putDashboard>['body'];

export const AIRPORTS = {
  columns: [
    { name: 'faa', type: 'string' },
    { name: 'name', type: 'string' },
    { name: 'lon', type: 'number' },
    { name: 'lat', type: 'number' },
    { name: 'rank', type: 'integer' },
    { name: 'opened', type: 'date' },
  ],
  rows: [
    { faa: 'LAX', name: 'Los Angeles', lon: -118.4, lat: 33.9, rank: 2, opened: '1930-10-01' },
    { faa: 'ATL', name: 'Atlanta', lon: -84.4, lat: 33.6, rank: 1, opened: '1926-09-15' },
    { faa: 'ATL', name: 'Hartsfield', lon: -84.4, lat: 33.6, rank: 1, opened: '1926-09-15' },
    { faa: '<b>$faa</b>', name: null, lon: 1000, lat: 2, rank: 3, opened: null },
    { faa: null, name: 'None', lon: null, lat: null, rank: null, opened: null },
  ],
};

export const READER: Principal = CALLERS.viewer;

export let harness: MetricsHarness;

export const as = (principal: Principal = EDITOR) => ({ principal });

export const params = { name: 'places' };

/** A page of filters and maps; two of its tiles read the derivation whose values are offered. */
export function places(change: Partial<SpecInput> = {}): SpecInput {
  return {
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'places',
    title: 'Places',
    theme: 'dark',
    variables: [
      {
        name: 'airport',
        label: 'Airport',
        type: 'string',
        control: 'multiselect',
        default: null,
        options: { derivation: 'airports', column: 'faa', labelColumn: 'name' },
      },
      {
        name: 'carrier',
        type: 'string',
        control: 'dropdown',
        default: 'B6',
        options: { values: ['B6', { value: 'DL', label: 'Delta' }] },
        scope: 'page',
        appliesTo: ['late'],
      },
      { name: 'any', type: 'string', control: 'search' },
    ],
    pages: [
      {
        name: 'overview',
        title: 'Overview',
        columns: 12,
        widgets: [
          { id: 'which_airport', type: 'filter', gridPos: { x: 0, y: 0, w: 4, h: 3 }, variable: 'airport' },
          {
            id: 'which_carrier',
            type: 'filter',
            title: 'Airline',
            gridPos: { x: 4, y: 0, w: 4, h: 3 },
            variable: 'carrier',
          },
          {
            id: 'late',
            type: 'metric',
            title: 'Minutes lost',
            gridPos: { x: 8, y: 0, w: 4, h: 4 },
            bind: { metric: 'delay_total', filters: [{ column: 'carrier', op: 'eq', value: '$carrier' }] },
            interactions: { drillDown: { hierarchy: ['carrier', 'day'], param: 'carrier' } },
          },
          {
            id: 'map',
            type: 'map',
            title: 'Airports',
            gridPos: { x: 0, y: 4, w: 12, h: 8 },
            bind: { derivation: 'airports', filters: [{ column: 'faa', op: 'in', value: '$airport' }] },
            viz: {
              mark: 'point',
              encoding: { longitude: { field: 'lon' }, latitude: { field: 'lat' }, color: { field: 'faa' } },
            },
          },
        ],
      },
    ],
    ...change,
  };
}

export const put = (body: SpecInput, by?: Principal) =>
  harness.gateway
    .call(putDashboard, { params: { name: body.name }, query: {}, body, if_match: '*' }, as(by))
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'precondition-failed')
        return harness.gateway.call(
          putDashboard,
          { params: { name: body.name }, query: { visibility: 'project' }, body },
          as(by),
        );
      throw error;
    });

export const publish = (name = 'places') =>
  harness.gateway.call(publishDashboard, { params: { name }, query: {}, body: {}, if_match: '*' }, as());

export const page = (variables: Record<string, string | string[]> = {}, principal: Principal = READER) =>
  harness.gateway.call(
    readDashboardPage,
    { params: { ...params, page: 'overview' }, query: {}, body: { variables } },
    as(principal),
  );

export const options = (variable: string, principal: Principal = READER, draft: 'true' | 'false' = 'false') =>
  harness.gateway.call(listVariableOptions, { params: { ...params, variable }, query: { draft } }, as(principal));

export async function picture(form: 'svg' | 'png', name = 'places'): Promise<Buffer> {
  const answer = await harness.gateway.exchange(
    form === 'svg' ? renderDashboardPage : renderDashboardPagePng,
    { params: { name, page: 'overview' }, query: { draft: 'false' } },
    as(READER),
  );
  if (answer.kind !== 'file') throw new Error(`a picture was expected, not a ${answer.kind}`);
  return buffer(await harness.open(answer.file.object));
}

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', FLIGHTS);
  await harness.world.certify('airports', AIRPORTS);
  await harness.gateway.call(
    putMetric,
    { params: { name: 'delay_total' }, query: { visibility: 'project' }, body: DELAY_TOTAL },
    as(),
  );
  await put(places());
  await publish();
}, 240_000);

afterAll(() => harness.stop());
