import { Semaphore } from './semaphore';

describe('places for a fixed number of holders', () => {
  const present = new AbortController().signal;

  it('are given in order of arrival, never more at once than there are', async () => {
    const places = new Semaphore(2);
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map((turn) =>
        places.hold(present, async () => {
          order.push(turn);
          inside += 1;
          expect(inside).toBeLessThanOrEqual(2);
          await new Promise(setImmediate);
          inside -= 1;
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('pass over one who gave up waiting', async () => {
    const places = new Semaphore(1);
    const cancellation = new AbortController();
    const never = jest.fn();
    const first = places.hold(present, async () => {
      const gaveUp = places.hold(cancellation.signal, never);
      const third = places.hold(present, () => Promise.resolve('third'));
      cancellation.abort();
      await expect(gaveUp).rejects.toThrow('cancelled while waiting for a place');
      return { third };
    });
    await expect((await first).third).resolves.toBe('third');
    expect(never).not.toHaveBeenCalled();
  });

  it('are not asked for by one who was cancelled before', async () => {
    const never = jest.fn();
    await expect(new Semaphore(1).hold(AbortSignal.abort(), never)).rejects.toThrow('aborted');
    expect(never).not.toHaveBeenCalled();
  });
});
