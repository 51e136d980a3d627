import { DiskFloor, isReserve, reservedBytes } from './disk-floor';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

describe('the reserve of a disk', () => {
  it('is a number of bytes, or a share between 64 MiB and 4 GiB', () => {
    expect(reservedBytes('2GiB', 10 * GiB)).toBe(2 * GiB);
    expect(reservedBytes('1.5MiB', GiB)).toBe(1.5 * MiB);
    expect(reservedBytes('4096', GiB)).toBe(4096);
    expect(reservedBytes('5%', 20 * GiB)).toBe(GiB);
    expect(reservedBytes('5%', 256 * MiB)).toBe(64 * MiB);
    expect(reservedBytes('5%', 1000 * GiB)).toBe(4 * GiB);
    expect(['', '5 %', '-1', '1e9', '2GB', 'much'].filter(isReserve)).toEqual([]);
  });

  it('refuses whoever would write into it, and nobody else', async () => {
    const floor = new DiskFloor('/', '100', () => Promise.resolve({ size: 1000, free: 150 }));
    await expect(floor.require()).resolves.toBeUndefined();
    await expect(floor.require(49)).resolves.toBeUndefined();
    await expect(floor.require(50)).rejects.toMatchObject({ code: 'no-space' });
    expect(await floor.room()).toBe(50);
  });
});
