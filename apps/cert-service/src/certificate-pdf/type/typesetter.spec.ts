import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { FontBook, MISSING } from './font-book';
import { type TextStyle, Typesetter } from './typesetter';

const LATIN = 'The quick brown fox, naïve façade Œuvre.';
const GREEK = 'Ελληνικά όμορφα';
const CYRILLIC = 'Съешь ещё этих мягких';
const CHINESE = '在控制月份之后，区域航空公司的航班';
const JAPANESE = '地域航空会社の便は遅れるのか？カタカナ';
const KOREAN = '지역 항공사의 항공편이';
const style: TextStyle = { weight: 'regular', size: 10, leading: 13, color: '#000000' };

/** Every character is ten points wide. */
const tenWide = (book: FontBook): Typesetter => new Typesetter(book, (run) => [...run.text].length * 10);

describe('the faces of a page', () => {
  it.each([
    ['Latin', LATIN],
    ['Greek', GREEK],
    ['Cyrillic', CYRILLIC],
    ['Chinese', CHINESE],
    ['Japanese', JAPANESE],
    ['Korean', KOREAN],
    ['mathematical', '≤ ≥ → √ × − α β'],
  ])('have every character of %s text, in two weights', async (_, text) => {
    const book = await FontBook.open({ regular: text, strong: text, code: 'sha256:0f' });
    expect(book.hasAll(text, 'regular')).toBe(true);
    expect(book.hasAll(text, 'strong')).toBe(true);
    expect(
      book
        .runs(text, 'strong')
        .map((run) => run.text)
        .join(''),
    ).toBe(text);
  });

  it('show what no face has as a mark, and know that they do', async () => {
    const book = await FontBook.open({ regular: 'aש😀', strong: '', code: '' });
    expect(book.hasAll('aש', 'regular')).toBe(false);
    expect(
      book
        .runs('aש😀', 'regular')
        .map((run) => run.text)
        .join(''),
    ).toBe(`a${MISSING}${MISSING}`);
  });

  it('draw a Chinese character in the form of the surrounding language', async () => {
    const faceOf = async (text: string): Promise<string> =>
      (await FontBook.open({ regular: text, strong: '', code: '' })).runs('直', 'regular')[0]?.face.name ?? '';
    expect([await faceOf('直接'), await faceOf('直す'), await faceOf('直접')]).toEqual([
      expect.stringContaining('-sc '),
      expect.stringContaining('-jp '),
      expect.stringContaining('-kr '),
    ]);
  });
});

describe('setting lines', () => {
  let set: Typesetter;
  beforeAll(async () => {
    set = tenWide(
      await FontBook.open({ regular: `${LATIN}${CHINESE}…abcdefghijklmnopqrstuvwxyz,.-`, strong: '', code: '' }),
    );
  });
  const texts = (text: string, width: number, most?: number): string[] =>
    set.lines(text, style, width, most).map((line) => line.runs.map((run) => run.text).join(''));

  it('breaks between words, and inside one only when no line can hold it', () => {
    expect(texts('the quick brown', 90)).toEqual(['the quick', 'brown']);
    expect(texts('abcdefghij klm', 40)).toEqual(['abcd', 'efgh', 'ij', 'klm']);
  });

  it('does not begin a line of Chinese with a comma', () => {
    expect(texts('月份之后，区域', 40)).toEqual(['月份之', '后，区域']);
  });

  it('ends the last line in an ellipsis when there is more', () => {
    expect(texts('the quick brown fox', 90, 1)).toEqual(['the quic…']);
    expect(texts('the quick brown fox', 100, 1)).toEqual(['the quick…']);
    expect(texts('the quick', 90, 1)).toEqual(['the quick']);
  });

  it('loses nothing and never exceeds the width, whatever the text', () => {
    const character = fc.constantFrom(...'abcdefg,.- 月份之后');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (text, wide) => {
        const lines = texts(text, wide * 10);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(wide);
      }),
      { numRuns: casesOf(300) },
    );
  });
});
