import { dashboardSpec, type VariableValue } from '@svc/contracts';
import { bindVariables, chosenValues } from './bind-variables';

const values = new Map<string, VariableValue>([
  ['one', 'JFK'],
  ['many', ['JFK', 'LGA']],
  ['none', null],
  ['empty', []],
]);
const eq = (value: string) => ({ column: 'a', op: 'eq', value });

describe('variables in filters', () => {
  it('are replaced by their values, one or many', () => {
    expect(
      bindVariables(
        [eq('$one'), { column: 'a', op: 'in', value: ['$many', 'EWR'] }, { column: 'a', op: 'in', value: '$many' }],
        values,
      ),
    ).toEqual([
      eq('JFK'),
      { column: 'a', op: 'in', value: ['JFK', 'LGA', 'EWR'] },
      { column: 'a', op: 'in', value: ['JFK', 'LGA'] },
    ]);
  });

  it('take their filter with them when nothing is chosen, and a group that is left empty', () => {
    expect(
      bindVariables(
        [eq('$none'), { column: 'a', op: 'in', value: '$empty' }, { column: 'a', op: 'in', value: ['x', '$none'] }],
        values,
      ),
    ).toEqual([]);
    expect(bindVariables([{ or: [eq('$none'), eq('$one')] }, { and: [{ not: eq('$none') }] }], values)).toEqual([
      { or: [eq('JFK')] },
    ]);
  });

  it('are not texts that begin with a dollar sign, written with two', () => {
    expect(bindVariables([eq('$$one'), eq('a$one')], values)).toEqual([eq('$one'), eq('a$one')]);
  });

  it('leave nulls of the filter itself alone', () => {
    const filters = [
      { column: 'a', op: 'is_null' },
      { column: 'a', op: 'eq', value: null },
      { column: 'a', op: 'in', value: ['x', null] },
    ];
    expect(bindVariables(filters, values)).toEqual(filters);
  });
});

describe('what is chosen', () => {
  const { variables } = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'a',
    title: 'A',
    pages: [{ name: 'a', title: 'A', widgets: [] }],
    variables: [
      {
        name: 'origin',
        type: 'string',
        control: 'dropdown',
        default: 'JFK',
        options: { values: [{ value: 'JFK' }, { value: 'LGA' }] },
      },
      { name: 'since', type: 'date', control: 'date' },
    ],
  });

  it('is the default where nothing is said, and nothing where null is', () => {
    expect([...chosenValues(variables, {}, '')]).toEqual([
      ['origin', 'JFK'],
      ['since', null],
    ]);
    expect([...chosenValues(variables, { origin: null, since: '2024-02-29' }, '')]).toEqual([
      ['origin', null],
      ['since', '2024-02-29'],
    ]);
  });

  it('is among the options', () => {
    expect(() => chosenValues(variables, { origin: 'EWR' }, '/body/variables')).toThrow(
      '"EWR" is not one of the options: "JFK", "LGA"',
    );
  });
});
