import { overheadRatio } from './overhead';

describe('overheadRatio', () => {
  it('divides what each takes over the bare thing', () => {
    expect(overheadRatio(25, 10, 5)).toBe(4);
  });

  it('says nothing of one that is as quick as the bare thing', () => {
    expect(overheadRatio(25, 5, 5)).toBeNull();
    expect(overheadRatio(4, 10, 5)).toBeNull();
  });
});
