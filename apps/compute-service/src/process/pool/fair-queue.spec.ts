import fc from 'fast-check';
import { FairQueue } from './fair-queue';

const idle = (): number => 0;

function drained(queue: FairQueue<string>, running: (caller: string) => number = idle): string[] {
  const order: string[] = [];
  for (let next = queue.shift(running); next !== undefined; next = queue.shift(running)) order.push(next);
  return order;
}

describe('a fair queue', () => {
  it('lets callers take turns, and keeps the order of each', () => {
    const queue = new FairQueue<string>(10);
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.charAt(0), item);
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('prefers those for whom less runs', () => {
    const queue = new FairQueue<string>(10);
    for (const item of ['a1', 'a2', 'b1']) queue.push(item.charAt(0), item);
    expect(drained(queue, (caller) => (caller === 'a' ? 1 : 0))).toEqual(['b1', 'a1', 'a2']);
  });

  it('drops from the longest queue to admit a newcomer, and refuses the caller with the longest', () => {
    const queue = new FairQueue<string>(3);
    for (const item of ['a1', 'a2', 'a3']) expect(queue.push('a', item)).toBeNull();
    expect(queue.push('a', 'a4')).toBe('a4');
    expect(queue.push('b', 'b1')).toBe('a3');
    expect(queue.push('b', 'b2')).toBe('b2');
    expect(queue.push('c', 'c1')).toBe('a2');
    expect(queue.push('d', 'd1')).toBe('d1');
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1']);
  });

  it('passes over a line that may not start, and comes back to it', () => {
    const queue = new FairQueue<string>(4);
    for (const item of ['a1', 'b1']) queue.push(item.charAt(0), item);
    expect(queue.shift(idle, (item) => item !== 'a1')).toBe('b1');
    expect(queue.shift(idle, (item) => item !== 'a1')).toBeUndefined();
    expect(queue.size).toBe(1);
    expect(queue.shift(idle)).toBe('a1');
  });

  it('never holds more than it may, loses nothing, and gives no caller two turns while another waits', () => {
    const pushes = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 });
    fc.assert(
      fc.property(pushes, fc.integer({ min: 1, max: 12 }), (callers, capacity) => {
        const queue = new FairQueue<string>(capacity);
        const refused = callers
          .map((caller, at) => queue.push(caller, `${caller}${String(at)}`))
          .filter((out) => out !== null);
        expect(queue.size).toBeLessThanOrEqual(capacity);
        const order = drained(queue);
        expect([...order, ...refused].sort()).toEqual(callers.map((caller, at) => `${caller}${String(at)}`).sort());
        order.forEach((item, at) => {
          const rest = order.slice(at + 1);
          const again = rest.findIndex((other) => other.startsWith(item.charAt(0)));
          if (again === -1) return;
          const between = new Set(rest.slice(0, again).map((other) => other.charAt(0)));
          const waiting = new Set(rest.map((other) => other.charAt(0)));
          waiting.delete(item.charAt(0));
          expect(between).toEqual(waiting);
        });
      }),
    );
  });

  it('forgets who leaves', () => {
    const queue = new FairQueue<string>(4);
    for (const item of ['a1', 'a2', 'b1']) queue.push(item.charAt(0), item);
    queue.remove('a', 'a1');
    queue.remove('a', 'never there');
    queue.pushFront('b', 'b0');
    expect(drained(queue)).toEqual(['a2', 'b0', 'b1']);
  });
});
