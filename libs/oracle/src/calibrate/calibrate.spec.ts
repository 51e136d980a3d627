import { measure } from './measure';
import { PLAIN_PLANTS } from './plain-plants';
import { VIOLATION_PLANTS } from './violation-plants';

/** At 150 draws a rate of 0.005 gives more than 4 in one of 500 runs; a broken gate gives dozens. */
const DRAWS = 150;
const MOST_FALSE = 4;

describe('short calibration (the long one is a script)', () => {
  it.each(Object.entries(PLAIN_PLANTS))('plain %s: nulls are not called sound, effects are found and never called unsound', (kind, plant) => {
    const nulls = measure(plant, 100, 0, DRAWS, `${kind}/null`);
    const effects = measure(plant, 100, 4, DRAWS, `${kind}/effect`);
    expect(nulls.sound).toBeLessThanOrEqual(MOST_FALSE);
    expect(effects.unsound).toBeLessThanOrEqual(MOST_FALSE);
    expect(effects.sound).toBeGreaterThan(0.8 * (effects.standard ?? 0));
    expect(nulls.failures + effects.failures).toBe(0);
    if (effects.coverage !== null) expect(effects.coverage).toBeGreaterThan(0.91);
  });

  it.each(VIOLATION_PLANTS.map((item) => [item.kind, item.name, item.plant] as const))('%s with %s: nulls are not called sound', (_kind, name, plant) => {
    const nulls = measure(plant, 100, 0, DRAWS, `${name}/null`);
    expect(nulls.sound).toBeLessThanOrEqual(MOST_FALSE);
    expect(nulls.failures).toBe(0);
  });
});
