import fc from 'fast-check';
import { BoundedOutput } from './bounded-output';

function captured(capacity: number, chunks: readonly Buffer[]): string {
  const output = new BoundedOutput(capacity);
  for (const chunk of chunks) output.push(chunk);
  return output.text();
}

describe('captured output', () => {
  it('is whole while it fits', () => {
    expect(captured(8, [Buffer.from('abc'), Buffer.from('defgh')])).toBe('abcdefgh');
  });

  it('keeps head and tail and says how much is missing between them', () => {
    expect(captured(4, [Buffer.from('abcdefgh')])).toBe('ab\n… 4 bytes left out …\ngh');
  });

  it('is the same however the bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 0, maxLength: 60 }),
        fc.array(fc.nat(60)),
        fc.integer({ min: 2, max: 40 }),
        (text, cuts, capacity) => {
          const bytes = Buffer.from(text);
          const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
          const chunks = edges.slice(1).map((end, i) => bytes.subarray(edges[i], end));
          expect(captured(capacity, chunks)).toBe(captured(capacity, [bytes]));
        },
      ),
    );
  });

  it('is well-formed text that a database stores: no NUL, no half characters', () => {
    expect(captured(100, [Buffer.from('a\0b'), Buffer.from([0xff, 0xfe])])).toBe('a␀b��');
    expect(captured(4, [Buffer.from('aé…éb')])).toMatch(/^a�\n… \d+ bytes left out …\n�b$/);
  });
});
