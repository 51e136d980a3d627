import { ProblemError } from '@svc/contracts';
import { storageRefusal } from './storage-refusal';

const coded = (code: string): Error => Object.assign(new Error(`The object abc: ${code}.`), { code });

describe('what the warehouse does not give', () => {
  it.each(['object-corrupt', 'no-such-object'])('is refused by name, with what to do about it: %s', (code) => {
    const refusal = storageRefusal(coded(code), 'The rows of "departures"');
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      code: 'object-corrupt',
      detail: expect.stringMatching(/The rows of "departures".*The object abc.*svc doctor/),
    });
  });

  it('stays what it is for any other reason', () => {
    for (const error of [coded('EIO'), new Error('else'), 'text', null]) expect(storageRefusal(error, 'x')).toBe(error);
  });
});
