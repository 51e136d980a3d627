import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSpec, type DashboardSpec } from '@svc/contracts';
import { parse } from 'yaml';
import { checkSpec } from './check-spec';

const widget = { id: 'a', type: 'table', gridPos: { x: 0, y: 0, w: 4, h: 4 }, bind: { derivation: 'flights' } };

/** A specification of one page with these widgets. */
function spec(widgets: readonly object[], variables: readonly object[] = []): DashboardSpec {
  return dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    variables,
    pages: [{ name: 'first', title: 'First', widgets }],
  });
}

describe('a dashboard specification', () => {
  it('of the example project is right', () => {
    const file = join(__dirname, '../../../../../examples/flights/dashboards/flights.yaml');
    expect(checkSpec(dashboardSpec.parse(parse(readFileSync(file, 'utf8'))))).toEqual([]);
  });

  it('may put widgets edge to edge, and none over another', () => {
    expect(checkSpec(spec([widget, { ...widget, id: 'b', gridPos: { x: 4, y: 0, w: 4, h: 4 } }]))).toEqual([]);
    expect(checkSpec(spec([widget, { ...widget, id: 'b', gridPos: { x: 3, y: 3, w: 4, h: 4 } }]))).toEqual([
      { pointer: '/pages/0/widgets/1/gridPos', message: 'lies over "a"' },
    ]);
  });

  it('leaves room for the certificate under each number', () => {
    expect(checkSpec(spec([{ ...widget, gridPos: { x: 0, y: 0, w: 4, h: 2 } }]))).toEqual([
      { pointer: '/pages/0/widgets/0/gridPos', message: 'is too small for a table: at least 4 wide and 4 high' },
    ]);
  });

  it('names variables that are there, at any depth of a condition', () => {
    const filters = [
      { or: [{ column: 'a', op: 'eq', value: '$orign' }, { not: { column: 'a', op: 'in', value: ['x', '$price'] } }] },
      { column: 'a', op: 'eq', value: '$$5' },
    ];
    const variables = [{ name: 'origin', type: 'string', control: 'search' }];
    expect(
      checkSpec(spec([{ ...widget, bind: { derivation: 'flights', filters } }], variables)).map((it) => it.pointer),
    ).toEqual(['/pages/0/widgets/0/bind/filters/0/or/0/value', '/pages/0/widgets/0/bind/filters/0/or/1/not/value/1']);
  });

  it('gives variables defaults and options that they can hold', () => {
    const variables = [
      { name: 'a', type: 'date', control: 'daterange', default: ['2024-02-30', '2024-03-01'] },
      {
        name: 'b',
        type: 'integer',
        control: 'dropdown',
        default: 4,
        options: { values: [{ value: 1 }, { value: 'two' }] },
      },
      { name: 'c', type: 'string', control: 'toggle' },
    ];
    expect(checkSpec(spec([], variables))).toEqual([
      { pointer: '/variables/0/default', message: '"2024-02-30" is not of type date, such as "2024-02-29"' },
      { pointer: '/variables/1/default', message: '4 is not one of the options: "1", "two"' },
      { pointer: '/variables/1/options/values/1/value', message: '"two" is not of type integer' },
      { pointer: '/variables/2/control', message: '"toggle" chooses a boolean, and the variable is a string' },
    ]);
  });

  it('holds text alone', () => {
    expect(checkSpec(spec([{ id: 'a', type: 'text', gridPos: { x: 0, y: 0, w: 2, h: 1 }, content: 'a\0b' }]))).toEqual([
      { pointer: '/pages/0/widgets/0/content', message: 'contains a character that is not valid text' },
    ]);
  });
});
