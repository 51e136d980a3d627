import { buffer, text } from 'node:stream/consumers';
import {
  exportGrafanaDashboard,
  type FileReply,
  queryMetricRows,
  readDashboardWidget,
  renderDashboardPage,
  renderDashboardPagePng,
  type VariableValue,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { FLIGHTS } from '../flights';
import { delays, SEATS } from './dashboard-example';
import { READER, harness, call, params, put, publish } from './delays-dashboard';

async function render(variables?: string): Promise<FileReply> {
  const answer = await harness.gateway.exchange(
    renderDashboardPage,
    {
      params: { ...params, page: 'overview' },
      query: renderDashboardPage.query.parse(variables === undefined ? {} : { variables }),
    },
    call(READER),
  );
  if (answer.kind === 'file') return answer.file;
  throw new Error(`a picture was expected, not a ${answer.kind}`);
}

describe('published dashboards', () => {
  beforeAll(async () => {
    await publish((await put(delays())).etag);
  });

  it('are drawn as pictures of what a page answers: the same bytes while nothing changes', async () => {
    const file = await render();
    expect(file).toMatchObject({ content_type: 'image/svg+xml', file_name: 'delays.overview.svg', inline: true });
    const svg = await text(await harness.open(file.object));
    expect(svg).toMatch(/^<svg [\s\S]*>36<\/text>[\s\S]*sound · flights[\s\S]*<\/svg>\n$/);
    expect((await render()).object).toBe(file.object);
    expect((await render('{"carriers":["B6"]}')).object).not.toBe(file.object);
    harness.world.withdraw('flights', 'its newest run was revoked.');
    const withdrawn = await text(await harness.open((await render()).object));
    expect(withdrawn).toMatch(/Not certified now[\s\S]*flights: its newest run was revoked\./);
    expect(withdrawn).not.toContain('>36</text>');
    await harness.world.certify('flights', FLIGHTS);
    expect(await refusal(render('[1]'))).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/query/variables' }] },
    });
  });

  it('are drawn in pixels too, with words in a font that is there on every machine', async () => {
    const answer = await harness.gateway.exchange(
      renderDashboardPagePng,
      { params: { ...params, page: 'overview' }, query: renderDashboardPagePng.query.parse({}) },
      call(READER),
    );
    const file = answer.kind === 'file' ? answer.file : null;
    expect(file).toMatchObject({ content_type: 'image/png', file_name: 'delays.overview.png', inline: true });
    const png = await buffer(await harness.open(file?.object ?? ''));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const [, width, height] =
      /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(await text(await harness.open((await render()).object))) ?? [];
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width) * 2, Number(height) * 2]);
  });

  it('give Grafana flat rows of a widget or metric, and nothing of what is not certified', async () => {
    const widget = (id: string, variables: Readonly<Record<string, VariableValue>> = {}) =>
      harness.gateway.call(
        readDashboardWidget,
        { params: { ...params, widget: id }, query: {}, body: { variables } },
        call(READER),
      );
    const rows = await widget('trend');
    expect(rows).toMatchObject({
      rows: [{ day: '2024-01-01T00:00:00.000Z', carrier: 'B6', delay_total: 10 }, { carrier: 'B6' }, { carrier: 'DL' }],
      truncated: false,
      sources: [{ derivation: 'flights', verdict: 'sound' }],
    });
    expect((await widget('seats', { carriers: ['B6', ''] })).rows).toEqual([{ carrier: 'B6', seats: 3 }]);
    expect(
      await harness.gateway.call(
        queryMetricRows,
        { params: { name: 'delay_total' }, query: {}, body: { group_by: ['carrier'] } },
        call(READER),
      ),
    ).toMatchObject({
      rows: [
        { carrier: 'B6', delay_total: 30 },
        { carrier: 'DL', delay_total: 6 },
      ],
    });
    expect((await refusal(widget('note'))).detail).toContain('Widgets: "total", "trend", "seats"');
    harness.world.withdraw('seats', 'its newest run was revoked.');
    expect((await refusal(widget('seats'))).code).toBe('uncertified-source');
    await harness.world.certify('seats', SEATS);
  });

  it('travel to Grafana as its own kind of document, with the columns of each panel', async () => {
    const exported = await harness.gateway.call(exportGrafanaDashboard, { params, query: {} }, call(READER));
    expect(exported).toMatchObject({
      uid: 'svc-delays',
      panels: [
        { type: 'row' },
        { type: 'stat' },
        {
          type: 'timeseries',
          targets: [
            {
              columns: [
                { selector: 'day', type: 'timestamp' },
                { selector: 'carrier' },
                { selector: 'delay_total', type: 'number' },
              ],
            },
          ],
        },
        { type: 'table' },
        { type: 'text' },
      ],
    });
  });
});
