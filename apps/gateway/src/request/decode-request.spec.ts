import { deleteMetric, ProblemError } from '@svc/contracts';
import { decodeRequest } from './decode-request';

const decode = (ifMatch: string) =>
  decodeRequest(deleteMetric, { params: { name: 'sales' }, query: '', body: undefined, ifMatch });
const refusal = (ifMatch: string): ProblemError => {
  try {
    decode(ifMatch);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('was taken');
};

describe('If-Match', () => {
  it('is the one entity tag in its quotes', () => {
    expect(decode(' "sha256:aa" ')).toMatchObject({ if_match: 'sha256:aa' });
  });

  it('is * for whatever version there is', () => {
    expect(decode('*')).toMatchObject({ if_match: '*' });
  });

  it.each(['W/"a"', '"a", "b"', 'a', '""'])('is refused as %s, and the refusal points at the header', (header) => {
    expect(refusal(header).facts.errors).toEqual([
      { pointer: '/headers/if-match', message: 'must be one strong entity tag in quotes, or *' },
    ]);
  });
});
