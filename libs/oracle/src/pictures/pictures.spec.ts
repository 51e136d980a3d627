import { escapeXml, fitText, textWidth, wrapText } from '@svc/svg';
import { CAUSAL_PITFALLS } from '../calibrate/pitfalls/causal-pitfalls';
import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import { claimOf, coins, letters } from '../calibrate/plants/planted';
import { normalDraw, seededRandom } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import { attestAndDraw } from './attest-and-draw';
import { ticksOf, tickTexts } from './axis';
import { WIDTH } from './panel';

const confounding = CAUSAL_PITFALLS.find(({ name }) => name === 'joint confounding');
const panelsOf = (page: string | null): number => page?.match(/<g transform/g)?.length ?? 0;

describe('the page of pictures', () => {
  it('draws the estimate with nothing, each and all columns held fixed', () => {
    const planted = confounding?.trap(seededRandom('picture'));
    const { page } = planted === undefined ? { page: null } : attestAndDraw(planted, ['departures, run 1']);
    for (const label of [
      'unadjusted',
      'adjusted for w1',
      'adjusted for w2',
      'adjusted for all',
      'no effect',
      'unsound',
      'departures, run 1',
    ])
      expect(page).toContain(label);
    expect(panelsOf(page)).toBe(5);
  });

  it.each([
    ['level', 4],
    ['association', 4],
    ['comparison', 4],
    ['experiment', 4],
    ['change', 5],
    ['trend', 4],
    ['proportion', 4],
    ['equivalence', 3],
    ['noninferiority', 3],
    ['prediction', 2],
    ['classification', 3],
    ['survival', 2],
  ] as const)('of a claim of kind %s has %i pictures, the first with the attested number', (kind, count) => {
    const { attestation, page } = attestAndDraw(PLAIN_PLANTS[kind](200, 5, seededRandom(kind)));
    expect(attestation.estimate).not.toBeNull();
    expect(panelsOf(page)).toBe(count);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('is the same bytes for the same input', () => {
    const planted = PLAIN_PLANTS.trend(60, 5, seededRandom('same'));
    expect(attestAndDraw(planted)).toEqual(attestAndDraw(planted));
  });

  it('is not there where nothing was estimated', () => {
    const table = tableFromColumns({ x: [1, 2, 3] });
    expect(attestAndDraw({ table, claim: claimOf('table', {}) }).page).toBeNull();
  });

  it('lets no column name or question out of its text', () => {
    const random = seededRandom('xss');
    const x = coins(60, random);
    const name = '<script>alert("1")</script>';
    const table = tableFromColumns({ group: letters(x), [name]: x.map((side) => side + normalDraw(random)) });
    const { page } = attestAndDraw(
      {
        table,
        claim: { ...claimOf('comparison', { group: 'group', value: name }), question: 'a < b & "c" \u0000\u202e' },
      },
      ['</svg><script>'],
    );
    expect(page).not.toMatch(/<script|\u0000|\u202e/);
    expect(page?.match(/<\/svg>/g)).toHaveLength(1);
    expect(page?.match(/&(?!amp;|lt;|gt;|quot;|#39;)/)).toBeNull();
    expect(escapeXml('\uD800')).toBe('\uFFFD');
  });

  it('holds names of 200 letters, in any script, inside its edges', () => {
    const random = seededRandom('long');
    const x = coins(120, random);
    const [value, fixed] = ['w'.repeat(200), '漢'.repeat(200)];
    const table = tableFromColumns({
      group: letters(x),
      [value]: x.map((side) => side + normalDraw(random)),
      [fixed]: x.map(() => normalDraw(random)),
    });
    const claim = {
      ...claimOf('comparison', { group: 'group', value }, { pre_treatment: [fixed] }),
      question: 'Really? '.repeat(40),
    };
    const { page } = attestAndDraw({ table, claim });
    const shown = [...(page ?? '').matchAll(/<text ([^>]*)>(?:<title>[^<]*<\/title>)?([^<]*)</g)];
    expect(shown.length).toBeGreaterThan(20);
    for (const [, attributes = '', text = ''] of shown) {
      const [at, size, anchor] = [/ ?x="([\d.]+)"/, /font-size="(\d+)"/, /text-anchor="(\w+)"/].map(
        (form) => form.exec(attributes)?.[1],
      );
      const width = textWidth(text, Number(size ?? 12));
      const left = Number(at) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
      expect({ text, outside: left < 0 || left + width > WIDTH }).toEqual({ text, outside: false });
    }
  });
});

describe('the numbers of an axis', () => {
  it('stand on round values', () => {
    expect(tickTexts(ticksOf([0, 1]))).toEqual(['0', '0.2', '0.4', '0.6', '0.8', '1.0']);
    expect(ticksOf([5, 5])).toEqual([5]);
  });

  it.each([
    [
      [-2, 2],
      ['−2', '−1', '0', '1', '2'],
    ],
    [
      [1_000_000, 1_000_001],
      ['1000000.0', '1000000.2', '1000000.4', '1000000.6', '1000000.8', '1000001.0'],
    ],
    [
      [0, 3e-7],
      ['0', '5e−8', '1.0e−7', '1.5e−7', '2.0e−7', '2.5e−7', '3.0e−7'],
    ],
    [
      [-2e12, 2e12],
      ['−2e12', '−1e12', '0', '1e12', '2e12'],
    ],
  ] as const)('tell neighbours apart between %j', ([low, high], texts) => {
    const shown = tickTexts(ticksOf([low, high]));
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.map((text) => text.replace('.0e', 'e'))).toEqual(texts.map((text) => text.replace('.0e', 'e')));
  });
});

describe('a text that is too wide', () => {
  it('ends in an ellipsis, and never inside a character', () => {
    expect(fitText('short', 100)).toBe('short');
    expect(fitText('𠮷'.repeat(20), 60)).toMatch(/^𠮷{1,4}…$/u);
  });

  it('is broken between words, and only its last line is cut', () => {
    const lines = wrapText('one two three four five six seven eight nine ten', 110, 2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('one two three');
    expect(lines[1]).toMatch(/^four .*…$/);
  });
});
