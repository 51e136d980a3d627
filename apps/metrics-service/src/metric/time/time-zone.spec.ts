import { readZone } from './time-zone';

const zone = (name: string) => {
  const found = readZone(name);
  if (found === null) throw new Error(`no zone ${name}`);
  return found;
};
const wall = (name: string, instant: string) => zone(name).toWall(new Date(instant)).toISOString().slice(0, 19);
const instant = (name: string, at: string) =>
  zone(name)
    .toInstant(new Date(`${at}Z`))
    .toISOString()
    .slice(0, 19);

describe('a time zone', () => {
  it('knows what the clock shows on both sides of a change', () => {
    expect([wall('Europe/Berlin', '2024-03-31T00:59:59Z'), wall('Europe/Berlin', '2024-03-31T01:00:00Z')]).toEqual([
      '2024-03-31T01:59:59',
      '2024-03-31T03:00:00',
    ]);
    expect(wall('Asia/Kolkata', '2024-01-01T00:00:00.250Z')).toBe('2024-01-01T05:30:00');
  });

  it('takes of a time that comes twice the first', () => {
    expect(instant('Europe/Berlin', '2024-10-27T02:30:00')).toBe('2024-10-27T00:30:00');
    expect(instant('America/Havana', '2023-11-05T00:00:00')).toBe('2023-11-05T04:00:00');
  });

  it('goes on after the jump with a time that is skipped', () => {
    expect(instant('America/New_York', '2024-03-10T02:30:00')).toBe('2024-03-10T07:30:00');
    expect(instant('America/Sao_Paulo', '2018-11-04T00:00:00')).toBe('2018-11-04T03:00:00');
  });

  it('is UTC under any name of it', () => {
    expect([zone('UTC').isUtc, zone('Etc/UTC').isUtc, zone('utc').isUtc, zone('Europe/London').isUtc]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each(['', 'Nowhere', '+02:00', 'Europe/Berlin; DROP', "UTC'", '../UTC'])('does not take "%s"', (name) => {
    expect(readZone(name)).toBeNull();
  });

  it('keeps years before the first', () => {
    expect(zone('Asia/Tokyo').toWall(new Date('0001-01-01T00:00:00Z')).getUTCFullYear()).toBe(1);
    expect(zone('America/New_York').toWall(new Date('0001-01-01T00:00:00Z')).toISOString().slice(0, 10)).toBe(
      '0000-12-31',
    );
  });
});
