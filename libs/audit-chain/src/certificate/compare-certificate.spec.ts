import { issuerKey, otherKey, samplePayload } from '../../test/sample-certificate';
import { compareCertificate, type CurrentState } from './compare-certificate';
import { signCertificate } from './sign-certificate';

const { certificate } = signCertificate(samplePayload, issuerKey);
const now: CurrentState = { ...certificate, publicKeys: [otherKey.publicKey.base64, issuerKey.publicKey.base64] };
const moved = `sha256:${'0'.repeat(64)}`;

describe('comparing a certificate with the present', () => {
  it('matches while nothing has moved, also under a retired key', () => {
    expect(compareCertificate(certificate, now)).toEqual({ outcome: 'matches' });
  });

  it.each<[string, Partial<CurrentState>, string[]]>([
    ['data', { data: { ...certificate.data, hash: moved } }, ['data']],
    ['data', { data: { ...certificate.data, inputs: { flights: moved } }, derivation_version: moved }, ['data']],
    ['code', { code: { ...certificate.code, hash: moved }, derivation_version: moved }, ['code']],
    ['environment', { code: { ...certificate.code, environment: moved }, derivation_version: moved }, ['environment']],
    ['parameters', { derivation_version: moved }, ['parameters']],
    ['claim', { claim: { ...certificate.claim, kind: 'effect' } }, ['claim']],
    ['claim', { question: 'Another' }, ['claim']],
    [
      'several',
      { data: { ...certificate.data, hash: moved }, code: { ...certificate.code, hash: moved, environment: moved } },
      ['data', 'code', 'environment'],
    ],
  ])('is stale when %s moved, and names it', (_, change, names) => {
    expect(compareCertificate(certificate, { ...now, ...change })).toEqual({ outcome: 'stale', moved: names });
  });

  it('stays when only code it does not reach changed in its file', () => {
    expect(compareCertificate(certificate, { ...now, code: { ...certificate.code, source_hash: moved } })).toEqual({
      outcome: 'matches',
    });
  });

  it('is of another instance when this one never had its key, whatever else moved', () => {
    const state = { ...now, publicKeys: [otherKey.publicKey.base64], question: 'Another' };
    expect(compareCertificate(certificate, state)).toEqual({ outcome: 'other_instance' });
  });

  it('is of another derivation when it names another', () => {
    expect(compareCertificate(certificate, { ...now, derivation: 'other' })).toEqual({ outcome: 'other_derivation' });
  });
});
