import { exportDashboard, exportGrafanaDashboard, getDashboard, getDashboardSchema } from '@svc/contracts';
import { refusal } from '@svc/testing';
import { Ajv2020 } from 'ajv/dist/2020';
import { READER, harness, as, params, places, put, publish, picture } from './places-dashboard';

describe('interactions', () => {
  it('go down by dimensions of the metric', async () => {
    const [late] = places().pages[0]?.widgets.slice(2, 3) ?? [];
    if (late?.type !== 'metric') throw new Error('the tile is a metric');
    const wrong = places({
      name: 'wrong',
      pages: [
        {
          name: 'overview',
          title: 'Overview',
          widgets: [{ ...late, interactions: { drillDown: { hierarchy: ['carrier', 'carier'], param: 'carrier' } } }],
        },
      ],
      variables:
        places()
          .variables?.slice(1, 2)
          .map(({ appliesTo: _, ...it }) => it) ?? [],
    });
    expect((await refusal(put(wrong))).facts.errors).toEqual([
      {
        pointer: '/body/pages/0/widgets/0/interactions/drillDown/hierarchy/1',
        message: expect.stringContaining('did you mean "carrier"?'),
      },
    ]);
  });
});

describe('a page with a map', () => {
  it('is drawn dark, with the certificate of its values, and says how many rows have no place', async () => {
    const svg = (await picture('svg')).toString();
    expect(svg).toContain('>2 without a place</text>');
    expect(svg).toContain('fill="#0d1117"');
    expect(svg).not.toContain('fill="#f6f8fa"');
    expect(svg).toMatch(/airports: sound, certificate sha256:/);
    expect((await picture('png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('may have sixty, and be drawn while others are asked', async () => {
    const map = places().pages[0]?.widgets[3];
    if (map === undefined) throw new Error('the tile is a map');
    const widgets = Array.from({ length: 60 }, (_, index) => ({
      ...map,
      id: `map_${index}`,
      gridPos: { x: (index % 4) * 6, y: Math.floor(index / 4) * 6, w: 6, h: 6 },
    }));
    await put(
      places({
        name: 'many',
        variables: places().variables?.slice(0, 1) ?? [],
        pages: [{ name: 'overview', title: 'Overview', widgets }],
      }),
    );
    await publish('many');
    expect((await picture('svg', 'many')).toString().match(/>2 without a place</g)).toHaveLength(60);
  });

  it('is exported whole, also for Grafana', async () => {
    const document = await harness.gateway.call(exportDashboard, { params, query: {} }, as(READER));
    expect(document.values['overview']?.tiles.map((it) => it.state)).toEqual([
      'filter',
      'filter',
      'answered',
      'answered',
    ]);
    expect(document.dashboard.spec).toMatchObject({ theme: 'dark', pages: [{ columns: 12 }] });
    const exported = JSON.stringify(
      await harness.gateway.call(exportGrafanaDashboard, { params, query: {} }, as(READER)),
    );
    expect(exported).toContain('"url":"/api/dashboards/places/variables/airport/options"');
    expect(exported).toContain('"type":"geomap"');
  });

  it('is what the JSON Schema says, with options in both forms', async () => {
    const validate = new Ajv2020({ strict: false }).compile(
      await harness.gateway.call(getDashboardSchema, { params: {}, query: {} }, as(READER)),
    );
    expect([validate(places()), validate.errors]).toEqual([true, null]);
    expect(validate(await harness.gateway.call(getDashboard, { params, query: {} }, as()).then((it) => it.spec))).toBe(
      true,
    );
    for (const wrong of [
      { theme: 'blue' },
      { pages: [{ name: 'a', title: 'A', columns: 0, widgets: [] }] },
      { variables: [{ name: 'a', type: 'string', control: 'search', options: { values: [[]] } }] },
    ])
      expect(validate({ ...places(), ...wrong })).toBe(false);
  });

  it('keeps a specification of an earlier time as it was, with the entity tag that it had', async () => {
    const old = places({ name: 'old', variables: [], pages: [{ name: 'overview', title: 'Overview', widgets: [] }] });
    const { theme: _, ...earlier } = old;
    const saved = await put(earlier);
    expect(saved.spec).toEqual({ ...earlier, refresh: { interval: 'off' } });
    expect((await put(earlier)).etag).toBe(saved.etag);
  });
});
