import { array, either, integer, literal, nullable, number, object, record, string } from './shape';

const point = object({ name: string(), at: array(number()), unit: nullable(literal('m', 'ft')), tags: record(either(string(), integer(0))) });

describe('a shape', () => {
  it('accepts what has it, further members included', () => {
    expect(point.accepts({ name: 'p', at: [1, 2.5], unit: null, tags: { a: 'x', b: 3 }, more: true })).toBe(true);
    expect(point.problems({ name: 'p', at: [], unit: 'm', tags: {} })).toEqual([]);
  });

  it('names every defect by its pointer', () => {
    expect(point.problems({ name: 1, at: [1, NaN], unit: 'km', tags: { 'a/b': -1 } })).toEqual([
      '/name: must be a string', '/at/1: must be a finite number', '/unit: must be "m" or "ft"', '/tags/a~1b: must be an integer of at least 0',
    ]);
    expect(point.problems({ name: 'p', at: 'here', unit: 'm' })).toEqual(['/at: must be an array', '/tags: must be an object']);
    expect(point.problems(null)).toEqual([': must be an object']);
  });

  it('does not take what an object inherits for a member', () => {
    expect(object({ constructor: either(string(), string()) }).accepts({})).toBe(false);
  });
});
