import type { TileData } from '@svc/contracts';
import { filterPicture } from './filter-picture';

type Choice = Parameters<typeof filterPicture>[0];
const box = { x: 0, y: 0, width: 260, height: 60 };
const variable: Choice['variable'] = { name: 'origin', label: 'Airport', type: 'string', control: 'multiselect' };
const list = (values: Extract<TileData, { state: 'filter' }>['options']['values']): Choice['options'] => ({
  from: 'list',
  values,
  truncated: false,
  sources: [],
});
const drawn = (choice: Partial<Choice>, title = '') =>
  filterPicture(
    { variable, value: null, options: list([{ value: 'JFK', label: 'Kennedy' }, { value: 'LGA' }]), ...choice },
    title,
    box,
  ).join('');

describe('a filter', () => {
  it('shows what is chosen, by the words a reader chose it by, and how many there are', () => {
    expect(drawn({ value: ['JFK', 'LGA'] })).toMatch(/>Airport<[\s\S]*>Kennedy, LGA<[\s\S]*>2 of 2</);
    expect(drawn({ value: 'EWR' })).toContain('>EWR<');
  });

  it('says "All" when nothing is chosen, and so nothing is left out', () => {
    for (const value of [null, []]) expect(drawn({ value })).toContain('>All<');
  });

  it('says that a choice from any value has no end, and one that was cut has more', () => {
    expect(drawn({ options: { from: 'any', values: [], truncated: false, sources: [] } })).not.toContain('>of ');
    expect(drawn({ options: { ...list([{ value: 'JFK' }]), from: 'derivation', truncated: true } })).toContain(
      '>of 1+<',
    );
  });

  it.each([
    ['daterange' as const, ['2024-01-01', '2024-02-01'], '2024-01-01 to 2024-02-01'],
    ['range' as const, [1, 2.5], '1 to 2.5'],
    ['toggle' as const, true, 'yes'],
    ['toggle' as const, false, 'no'],
  ])('writes a %s of %j as %s', (control, value, text) => {
    expect(
      drawn({
        variable: { ...variable, control },
        value,
        options: { from: 'any', values: [], truncated: false, sources: [] },
      }),
    ).toContain(`>${text}<`);
  });

  it('does not say its label twice', () => {
    expect(drawn({}, 'Airport')).not.toContain('>Airport<');
  });

  it('is words, whatever the value is called', () => {
    const svg = drawn({ value: '</text><script>alert(1)</script>' });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;');
  });
});
