import { DiskGrants } from './disk-grants';

const GiB = 1024 ** 3;

describe('disk that running work may use', () => {
  it('is granted in full while there is room, and then in halves of it, so that all grants together fit', async () => {
    const grants = new DiskGrants({ room: () => Promise.resolve(40 * GiB) });
    const taken = await Promise.all([16, 16, 16, 16].map((size) => grants.take(size * GiB)));
    expect(taken.map((it) => it.share)).toEqual([1, 1, 0.5, 2 ** -15]);
    for (const one of taken) one.release();
    expect((await grants.take(40 * GiB)).share).toBe(1);
  });

  it.each([0, -5 * GiB])(
    'is half a megabyte at most where the reserve is reached (%d bytes are left)',
    async (room) => {
      const { share } = await new DiskGrants({ room: () => Promise.resolve(room) }).take(16 * GiB);
      expect(share * 16 * GiB).toBe(512 * 1024);
    },
  );
});
