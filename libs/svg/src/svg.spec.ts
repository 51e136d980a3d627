import { fitEnds, plainLine, textWidth } from './svg';

describe("a stranger's text", () => {
  it('keeps the joiners that its letters and pictures need', () => {
    for (const text of ['می\u200Cخواهم', 'क्\u200Dष', '👩\u200D👩\u200D👧', '🏳\uFE0F\u200D🌈'])
      expect(plainLine(text)).toBe(text);
  });

  it('shows a mark for joiners that draw nothing, and for what turns letters round', () => {
    expect(plainLine('pay\u200Dpal \u202Egro\u200C')).toBe('pay\uFFFDpal \uFFFDgro\uFFFD');
  });

  it('is cut in its middle where its end says which it is, and is no wider than asked', () => {
    expect(fitEnds('short', 100)).toBe('short');
    const cut = ['a very long name, number 1', 'a very long name, number 2'].map((it) => fitEnds(it, 110));
    expect(cut[0]).toMatch(/^a very.*….*1$/);
    expect(new Set(cut).size).toBe(2);
    for (const it of cut) expect(textWidth(it)).toBeLessThanOrEqual(110);
  });

  it('piles no marks up over what stands above', () => {
    expect(plainLine(`Z${'\u0351'.repeat(20)}`)).toBe(`Z${'\u0351'.repeat(4)}`);
    expect(textWidth(`e${'\u0301'.repeat(3)}`)).toBe(textWidth('e'));
  });
});
