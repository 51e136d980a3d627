import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  getDataset,
  listDatasets,
  listDatasetVersions,
  previewDataset,
  registerDataset,
  resolveDatasets,
} from '@svc/contracts';
import { problemOf } from './problem-of';
import { CSV, harness, asEditor } from './dataset-calls';

const get = (name: string) => harness.gateway.call(getDataset, { params: { name }, query: {} }, asEditor);

const versionsOf = async (name: string) =>
  (await harness.gateway.call(listDatasetVersions, { params: { name }, query: {} }, asEditor)).items;

describe('a dataset', () => {
  it('is registered from an upload, described, and previewed', async () => {
    const dataset = await harness.register(CSV, 'flights.csv', { name: 'flights', description: 'Departures' });
    expect(dataset).toMatchObject({
      name: 'flights',
      description: 'Departures',
      owner: 'token:editor',
      versions: 1,
      version: {
        rows: 3,
        columns: [
          { name: 'carrier', type: 'string' },
          { name: 'delay', type: 'number' },
        ],
        data_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    });
    expect(await get('flights')).toEqual(dataset);
    const preview = await harness.gateway.call(
      previewDataset,
      { params: { name: 'flights' }, query: { limit: 2 } },
      asEditor,
    );
    expect(preview).toEqual({
      columns: dataset.version.columns,
      rows: [
        ['UA', 1.5],
        ['AA', null],
      ],
      row_count: 2,
      truncated: true,
    });
    expect(await readdir(harness.stagedFolder)).toEqual([]);
  });

  it('has no new version for the same rows, whichever format and order they come in', async () => {
    const before = await get('flights');
    const again = await harness.register(
      '{"carrier":"B6","delay":-3}\n{"carrier":"UA","delay":1.5}\n{"carrier":"AA","delay":null}\n',
      'f.jsonl',
      { name: 'flights' },
    );
    expect(again).toEqual(before);
    expect(await versionsOf('flights')).toHaveLength(1);
  });

  it('keeps every version, and may go back to earlier rows', async () => {
    const first = await harness.register('a\n1\n', 'x.csv', { name: 'changing' });
    const second = await harness.register('a\n2\n', 'y.csv', { name: 'changing' });
    const third = await harness.register('a\n1\n', 'z.csv', { name: 'changing' });
    expect([first.versions, second.versions, third.versions]).toEqual([1, 2, 3]);
    const versions = await versionsOf('changing');
    expect(versions.map(({ source, data_hash }) => [source, data_hash])).toEqual([
      ['z.csv', first.version.data_hash],
      ['y.csv', second.version.data_hash],
      ['x.csv', first.version.data_hash],
    ]);
    expect(versions[0]).toMatchObject({ created_by: 'token:editor', rows: 1 });
  });

  it('is one version when the same rows are registered many times at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => harness.register('a\n7\n', 'x.csv', { name: 'contended' })),
    );
    expect(new Set(all.map((one) => one.versions))).toEqual(new Set([1]));
  });

  it('is not touched by a file with bad rows, and the file is gone', async () => {
    const before = await get('flights');
    const problem = await problemOf(
      harness.register('carrier,delay\nUA,1.5\nAA,late\nB6\n', 'f.csv', {
        name: 'flights',
        columns: { delay: 'number' },
      }),
    );
    expect(problem).toMatchObject({
      code: 'bad-rows',
      detail: 'Nothing was registered: line 4, column "carrier": has fewer fields than the first line names.',
      errors: [{ pointer: '/body/upload', message: expect.stringContaining('line 4') }],
      data: { rows: [{ line: 4, column: 'carrier' }] },
    });
    expect(
      await problemOf(
        harness.register('carrier,delay\nUA,1.5\nAA,late\n', 'f.csv', {
          name: 'flights',
          columns: { delay: 'number' },
        }),
      ),
    ).toMatchObject({
      code: 'bad-rows',
      detail: 'Nothing was registered: line 3, column "delay": has late, which is not a number.',
    });
    expect(await get('flights')).toEqual(before);
    expect(await readdir(harness.stagedFolder)).toEqual([]);
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b0304', 'hex'), 'x.csv', 'unsupported-media-type'],
    ['a name that says nothing', 'a\n1\n', 'x.dat', 'unsupported-media-type'],
    ['an empty file', '', 'x.csv', 'invalid-request'],
    ['two columns of one name', 'a,a\n1,2\n', 'x.csv', 'invalid-request'],
    ['a damaged Parquet file', 'PAR1 torn PAR1', 'x.parquet', 'invalid-request'],
  ])('is refused for %s', async (_what, content, fileName, code) => {
    expect(await problemOf(harness.register(content, fileName, { name: 'refused' }))).toMatchObject({ code });
    expect(await problemOf(get('refused'))).toMatchObject({ code: 'not-found' });
  });

  it('is refused when its upload is not there', async () => {
    const upload = { staged: randomUUID(), bytes: 1, file_name: 'x.csv' };
    expect(
      await problemOf(
        harness.gateway.call(registerDataset, { params: {}, query: {}, body: { name: 'gone', upload } }, asEditor),
      ),
    ).toMatchObject({ code: 'invalid-request' });
  });

  it('is listed in order of name, page by page', async () => {
    const first = await harness.gateway.call(listDatasets, { params: {}, query: { limit: 2 } }, asEditor);
    expect(first.items.map(({ name }) => name)).toEqual(['changing', 'contended']);
    const second = await harness.gateway.call(
      listDatasets,
      { params: {}, query: { limit: 2, cursor: first.next_cursor ?? '' } },
      asEditor,
    );
    expect(second).toMatchObject({ items: [{ name: 'flights' }], next_cursor: null });
  });

  it('is resolved by name for other services', async () => {
    const { datasets, missing, known } = await harness.gateway.call(
      resolveDatasets,
      { names: ['flights', 'nothing'] },
      asEditor,
    );
    expect(datasets['flights']?.version).toMatchObject({ rows: 3, object: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect({ missing, known }).toEqual({ missing: ['nothing'], known: ['changing', 'contended', 'flights'] });
  });
});
