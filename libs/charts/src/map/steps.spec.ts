import fc from 'fast-check';
import { SCALE } from '@svc/svg';
import { stepsOf } from './steps';

describe('numbers in colours', () => {
  it('are one colour each where there are few whole ones', () => {
    const steps = stepsOf([3, 1, 3, 2], undefined);
    expect(steps.names).toEqual(['1', '2', '3']);
    expect([1, 2, 3].map((it) => steps.at(it))).toEqual([0, 1, 2]);
    expect(steps.colors).toEqual([SCALE[0], SCALE[2], SCALE[4]]);
    expect(stepsOf([0.2991, 0.5471, 11.3], undefined).names).toEqual([
      '0 – 2.5',
      '2.5 – 5',
      '5 – 7.5',
      '7.5 – 10',
      '10 – 12.5',
    ]);
    expect(stepsOf([-7.87, 0, 3, 5, 12, 41.76], undefined).names).toEqual(['−15 – 0', '0 – 15', '15 – 30', '30 – 45']);
    expect(stepsOf([0.2991], undefined).names).toEqual(['0.2991']);
  });

  it('are steps of one round width where there are many', () => {
    const steps = stepsOf([4, 37, 120, 480, 730, 1410], undefined);
    expect(steps.names).toEqual(['0 – 300', '300 – 600', '600 – 900', '900 – 1,200', '1,200 – 1,500']);
    expect([4, 299.9, 300, 1410].map((it) => steps.at(it))).toEqual([0, 0, 1, 4]);
    expect(stepsOf([-0.2, -0.1, 0, 0.1, 0.2, 0.3], { style: 'percent' }).names).toEqual([
      '−20 % – −10 %',
      '−10 % – 0 %',
      '0 % – 10 %',
      '10 % – 20 %',
      '20 % – 30 %',
    ]);
  });

  it('may be as near to each other, and as far apart, as numbers are', () => {
    const near = stepsOf([0, Number.MIN_VALUE], undefined);
    expect([near.names.length, near.at(0), near.at(Number.MIN_VALUE)]).toEqual([1, 0, 0]);
    const steps = stepsOf([-Number.MAX_VALUE, -1, 0, 1, 2, Number.MAX_VALUE], undefined);
    expect(steps.names.join()).not.toContain('NaN');
    expect(steps.at(Number.MAX_VALUE)).toBe(steps.names.length - 1);
  });

  it('are in a step that there is, and a larger one is in no lower step', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 40 }),
        (values) => {
          const steps = stepsOf(values, undefined);
          expect(steps.names.length).toBeLessThanOrEqual(SCALE.length);
          expect(steps.names.join()).not.toContain('NaN');
          expect(steps.colors).toHaveLength(steps.names.length);
          const places = values.toSorted((left, right) => left - right).map((it) => steps.at(it));
          for (const [index, it] of places.entries())
            expect(Number.isInteger(it) && it >= (places[index - 1] ?? 0) && it < steps.names.length).toBe(true);
        },
      ),
    );
  });
});
