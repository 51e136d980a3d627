import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { defect, honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { claimOf } from '../plants/planted';

type Make = ReturnType<Pitfall['trap']>;

/** Women apply where few are admitted. They are admitted more often everywhere, and that is claimed; or alike, and men are said to be favoured. */
const adjustedClaim =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(4000, () => {
      const hard = random() < 0.5;
      const woman = random() < (hard ? 0.8 : 0.2);
      const admitted = random() < (hard ? 0.25 : 0.7) + (real && woman ? 0.09 : 0);
      return { gender: woman ? 'woman' : 'man', dept: hard ? 'X' : 'Y', admitted: admitted ? 1 : 0 };
    });
    const columns = {
      gender: rows.map((row) => row.gender),
      dept: rows.map((row) => row.dept),
      admitted: rows.map((row) => row.admitted),
    };
    const claim = claimOf(
      'proportion',
      { group: 'gender', outcome: 'admitted', controls: ['dept'] },
      { pre_treatment: ['dept'], direction: real ? 'woman>man' : 'man>woman' },
    );
    return real ? honest(columns, claim) : defect(columns, claim, 'dept');
  };

/** As many outcomes are missing on either side, but low baselines on one and high ones on the other. */
const otherRowsMissing =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1600, (i) => {
      const b = i % 2 === 1;
      const ability = normalDraw(random);
      const value = 0.7 * ability + (real && b ? 0.4 : 0) + normalDraw(random);
      return { group: b ? 'B' : 'A', ability, value: (b ? -ability : ability) > 0.8 ? null : value };
    });
    const columns = {
      group: rows.map((row) => row.group),
      ability: rows.map((row) => row.ability),
      value: rows.map((row) => row.value),
    };
    const claim = claimOf(
      'comparison',
      { group: 'group', value: 'value' },
      { design: 'randomised', ...(real ? { pre_treatment: ['ability'] } : {}) },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'ability');
  };

/** A few more outcomes are missing on one side: too few to make the difference, or enough. */
const unevenMissing =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(4000, (i) => {
      const b = i % 2 === 1;
      const value = normalDraw(random) + (real && b ? 0.5 : 0);
      const gone = real ? random() < (b ? 0.04 : 0.01) : b && value < -0.9 && random() < 0.8;
      return { group: b ? 'B' : 'A', value: gone ? null : value };
    });
    const columns = { group: rows.map((row) => row.group), value: rows.map((row) => row.value) };
    const claim = claimOf('comparison', { group: 'group', value: 'value' }, { design: 'randomised' });
    return real ? honest(columns, claim) : unshown(columns, claim, 'missing');
  };

/** Traps about designs that a claim can name, each with its honest twin. */
export const DESIGN_PITFALLS: readonly Pitfall[] = [
  { name: 'an adjusted claim', trap: adjustedClaim(false), twin: adjustedClaim(true) },
  { name: 'other rows missing on each side', trap: otherRowsMissing(false), twin: otherRowsMissing(true) },
  { name: 'a little more missing on one side', trap: unevenMissing(false), twin: unevenMissing(true) },
];
