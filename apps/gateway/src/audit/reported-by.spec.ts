import { claimDigest, sha256Digest } from '@svc/audit-chain';
import { getDataset, putDerivation, registerDataset } from '@svc/contracts';
import { reportedBy } from './reported-by';

const claim = {
  question: 'Later?',
  kind: 'comparison',
  roles: { group: 'half', value: 'delay' },
  declared: { looks: 3 },
};

describe('what the audit record holds of an answer', () => {
  it('is of a declaration the digest of its claim, as certificates prove it', () => {
    const { question, ...rest } = claim;
    expect(reportedBy(putDerivation, { value: { name: 'delay', claim } })).toEqual({
      claim: claimDigest(question, rest),
    });
    expect(sha256Digest(claim)).toBe(claimDigest(question, rest));
  });

  it('is nothing of a declaration without a claim', () => {
    expect(reportedBy(putDerivation, { value: { name: 'delay', claim: null } })).toEqual({});
  });

  it('is of a registration its name and the digest of the rows', () => {
    const version = { data_hash: `sha256:${'4'.repeat(64)}` };
    expect(reportedBy(registerDataset, { value: { name: 'flights', version } })).toEqual({
      dataset: 'flights',
      data: version.data_hash,
    });
  });

  it('is nothing of an operation that reports nothing, whose answer is not even read', () => {
    const unread = {
      get value(): never {
        throw new Error('was read');
      },
    };
    expect(reportedBy(getDataset, unread)).toEqual({});
  });
});
