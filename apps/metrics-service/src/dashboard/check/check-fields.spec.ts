import type { DataWidget } from '@svc/contracts';
import { checkFields } from './check-fields';

const COLUMNS = ['month', 'origin', 'delay'];
const placed = { id: 'a', gridPos: { x: 0, y: 0, w: 12, h: 8 }, bind: { metric: 'delay', filters: [], order: [] } };
const pointers = (widget: DataWidget): readonly string[] =>
  checkFields(widget, '/w', COLUMNS).map((it) => it.pointer ?? '');

describe('the fields that a widget names', () => {
  it('must be columns of its answer, whatever the widget is', () => {
    expect(pointers({ ...placed, type: 'metric', viz: { field: 'delays' } })).toEqual(['/w/viz/field']);
    expect(pointers({ ...placed, type: 'table', viz: { columns: [{ field: 'origin' }, { field: 'x' }] } })).toEqual([
      '/w/viz/columns/1/field',
    ]);
    expect(
      pointers({
        ...placed,
        type: 'chart',
        viz: { mark: 'line', encoding: { x: { field: 'month' }, y: { field: 'x' }, color: { field: 'y' } } },
      }),
    ).toEqual(['/w/viz/encoding/y/field', '/w/viz/encoding/color/field']);
    expect(
      pointers({
        ...placed,
        type: 'map',
        viz: { mark: 'region', encoding: { region: { field: 'x' }, color: { field: 'delay' } } },
      }),
    ).toEqual(['/w/viz/encoding/region/field']);
    expect(
      pointers({
        ...placed,
        type: 'table',
        interactions: { crossFilter: { emit: { airport: 'orign', when: 'month' } } },
      }),
    ).toEqual(['/w/interactions/crossFilter/emit/airport']);
  });

  it('may be left out', () => {
    expect(pointers({ ...placed, type: 'metric' })).toEqual([]);
    expect(pointers({ ...placed, type: 'table' })).toEqual([]);
    expect(pointers({ ...placed, type: 'chart', viz: { mark: 'bar' } })).toEqual([]);
  });

  it('are guessed at when there are none like them', () => {
    expect(checkFields({ ...placed, type: 'metric', viz: { field: 'delays' } }, '', COLUMNS)[0]?.message).toBe(
      'the answer has no column "delays"; did you mean "delay"? Columns: "month", "origin", "delay"',
    );
  });
});
