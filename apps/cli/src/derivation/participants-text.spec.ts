import { createColors } from 'picocolors';
import { analysedText, participantTables } from './participants-text';

const FLOW = {
  sources: [{ name: 'people', rows: 1200 }],
  started: null,
  rows: 900,
  copies: 0,
  missing: [{ column: 'score', count: 39 }],
  incomplete: 39,
  analysed: 861,
  estimated_from: 861,
  by: 'group',
  sides: [
    { label: 'coached', rows: 462, missing: 32, analysed: 430 },
    { label: 'not', rows: 438, missing: 7, analysed: 431 },
  ],
  bounds: { method: 'Lee', low: -1.823, high: -1.553 },
};
const BALANCE = [
  { column: 'age', before: -0.957, after: 0, adjusted: true },
  { column: 'city = Rome', before: 0.139, after: 0.136, adjusted: false },
];

describe('who took part, at a terminal', () => {
  const terminal = { width: 100, outColors: createColors(false) };

  it('says in one line how many rows were analysed, and what is missing', () => {
    expect(analysedText(FLOW)).toBe('861 of 900 rows; missing: score 39; read: people 1200');
  });

  it('shows the sides with what they lack, and the balance before and after', () => {
    const text = participantTables({ flow: FLOW, balance: BALANCE }, terminal).join('\n');
    expect(text).toMatch(/coached +462 +32 \(6\.9%\) +430/);
    expect(text).toContain('lies within -1.82…-1.55 whatever the missing outcomes were (Lee bounds)');
    expect(text).toMatch(/age +-0\.96 +0\.00/);
    expect(text).toMatch(/city = Rome +0\.14 +0\.14 +beyond ±0\.1 +no/);
  });

  it('says nothing of reports that do not', () => {
    expect(analysedText(undefined)).toBeNull();
    expect(participantTables({}, terminal)).toEqual([]);
  });
});
