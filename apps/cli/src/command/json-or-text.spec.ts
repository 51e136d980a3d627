import { parseFilter } from '../metric/parse-filter';
import { parametersOf } from '../sql/parameters';
import { jsonOrText } from './json-or-text';

describe('A value on the command line', () => {
  it.each<readonly [string, unknown]>([
    ['7', 7],
    ['-1.5', -1.5],
    ['true', true],
    ['null', null],
    ['"7"', '7'],
    ['[1, "a"]', [1, 'a']],
    ['007', '007'],
    ['B6', 'B6'],
    ['', ''],
  ])('is JSON where it is JSON, else text: %s', (text, value) => {
    expect(jsonOrText(text)).toEqual(value);
  });

  it('is never rounded: an integer beyond 2^53 is text', () => {
    expect(jsonOrText('9007199254740993')).toBe('9007199254740993');
    expect(parametersOf(['9007199254740993', '9007199254740991'])).toEqual(['9007199254740993', 9007199254740991]);
    expect(parametersOf(['id=-9223372036854775808'])).toEqual({ id: '-9223372036854775808' });
  });

  it('is refused where it would be rounded inside a filter', () => {
    expect(() => parseFilter('id:in:[9007199254740993]')).toThrow('--filter');
    expect(parseFilter('id:in:9007199254740993')).toEqual({ column: 'id', op: 'in', value: ['9007199254740993'] });
    expect(() => parseFilter('{"column": "id", "op": "eq", "value": 9007199254740993}')).toThrow('--filter');
  });
});
