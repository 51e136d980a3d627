import { claimOf, coins, letters } from '../calibrate/planted';
import { CAUSAL_PITFALLS } from '../calibrate/causal-pitfalls';
import { PLAIN_PLANTS } from '../calibrate/plain-plants';
import { normalDraw, seededRandom } from '../statistics/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import { drawPictures } from './draw-pictures';
import { escapeText, ticksOf } from './svg';

const confounding = CAUSAL_PITFALLS.find(({ name }) => name === 'joint confounding');

describe('drawPictures', () => {
  it('draws the estimate with nothing, each and all columns held fixed', () => {
    const planted = confounding?.trap(seededRandom('picture'));
    const pictures = planted === undefined ? [] : drawPictures(planted);
    expect(pictures.map(({ name }) => name)).toEqual(['forest', 'residuals', 'power']);
    const forest = pictures[0]?.svg ?? '';
    for (const label of ['nothing held fixed', 'holding w1 fixed', 'holding w2 fixed', 'holding all fixed']) expect(forest).toContain(label);
  });

  it('is the same bytes for the same input', () => {
    const planted = PLAIN_PLANTS.trend(60, 5, seededRandom('same'));
    expect(drawPictures(planted)).toEqual(drawPictures(planted));
  });

  it('has no pictures for claims that are not one coefficient', () => {
    expect(drawPictures(PLAIN_PLANTS.prediction(100, 5, seededRandom('none')))).toEqual([]);
  });

  it('lets no column name or question out of its text', () => {
    const random = seededRandom('xss');
    const x = coins(60, random);
    const name = '<script>alert("1")</script>';
    const table = tableFromColumns({ group: letters(x), [name]: x.map((side) => side + normalDraw(random)) });
    const claim = { ...claimOf('comparison', { group: 'group', value: name }), question: 'a < b & "c" \u0000' };
    for (const { svg } of drawPictures({ table, claim })) {
      expect(svg).not.toMatch(/<script|\u0000/);
      expect(svg.match(/&(?!amp;|lt;|gt;|quot;|#39;)/)).toBeNull();
    }
    expect(escapeText('\uD800')).toBe('\uFFFD');
  });

  it('puts ticks on round numbers', () => {
    expect(ticksOf([0, 1])).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
    expect(ticksOf([5, 5])).toEqual([5]);
  });
});
