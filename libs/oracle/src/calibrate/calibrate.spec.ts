import type { Plant } from './plants/planted';
import { measure } from './measure';
import { PLAIN_PLANTS } from './plants/plain-plants';
import { VIOLATION_PLANTS } from './plants/violation-plants';

/** At 150 draws a rate of 0.005 gives more than 4 in one of 500 runs; a broken gate gives dozens. */
const DRAWS = 150;
const MAX_FALSE = 4;

/** The same data and question, with a false word in place of the warning: what a gate that does not work sees. */
function unwarned(plant: Plant): Plant {
  return (n, shift, random) => {
    const drawn = plant(n, shift, random);
    const roles = Object.fromEntries(Object.entries(drawn.claim.roles).filter(([role]) => role !== 'time'));
    return { ...drawn, claim: { ...drawn.claim, roles, declared: { independent_rows: true } } };
  };
}

describe('short calibration (the long one is a script)', () => {
  it.each(Object.entries(PLAIN_PLANTS))(
    'plain %s: nulls are not called sound, effects are found and never called unsound',
    (kind, plant) => {
      const nulls = measure(plant, 100, 0, DRAWS, `${kind}/null`);
      const effects = measure(plant, 100, 4, DRAWS, `${kind}/effect`);
      expect(nulls.sound).toBeLessThanOrEqual(MAX_FALSE);
      expect(effects.unsound).toBeLessThanOrEqual(MAX_FALSE);
      expect(effects.sound).toBeGreaterThan(0.8 * (effects.standard ?? 0));
      expect(nulls.failures + effects.failures).toBe(0);
      if (effects.coverage !== null) expect(effects.coverage).toBeGreaterThan(0.91);
    },
  );

  it.each(VIOLATION_PLANTS.map((item) => [item.kind, item.name, item.plant] as const))(
    '%s with %s: nulls are not called sound',
    (_kind, name, plant) => {
      const nulls = measure(plant, 100, 0, DRAWS, `${name}/null`);
      expect(nulls.sound).toBeLessThanOrEqual(MAX_FALSE);
      expect(nulls.failures).toBe(0);
    },
  );

  it.each([
    ['level', 'autocorrelation 0.9'],
    ['comparison', 'ICC 0.5'],
    ['experiment', 'ICC 0.5'],
  ])('would catch a gate that is blind to %s with %s', (kind, name) => {
    const found = VIOLATION_PLANTS.find((item) => item.kind === kind && item.name === name);
    if (found === undefined) throw new Error(name);
    expect(measure(unwarned(found.plant), 100, 0, DRAWS, `${name}/null`).sound).toBeGreaterThan(2 * MAX_FALSE);
  });
});
