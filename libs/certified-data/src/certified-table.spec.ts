import type { CertifiedSource } from '@svc/contracts';
import { certifiedOf, requireCertified } from './certified-table';

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
const CERTIFIED: CertifiedSource = {
  derivation: 'departures',
  certified: true,
  reason: 'sound',
  run: '0190f5a0-0000-7000-8000-000000000001',
  verdict: 'sound',
  table: { data_hash: hash('1'), object: '2'.repeat(64), rows: 3, bytes: 4, columns: [{ name: 'n', type: 'integer' }] },
  params: { season: 'winter' },
  certificate_digest: hash('3'),
  as_of: '2026-01-01T00:00:00Z',
};
const resolved = new Map<string, CertifiedSource>([
  ['departures', CERTIFIED],
  ['late', { ...CERTIFIED, derivation: 'late', certified: false, reason: 'It was revoked' }],
  ['fresh', { ...CERTIFIED, derivation: 'fresh', certificate_digest: null }],
]);

describe('a source of certified rows', () => {
  it('gives its rows and the proof that goes with every number made of them', () => {
    expect(requireCertified(['departures'], resolved).get('departures')).toEqual({
      table: CERTIFIED.table,
      provenance: {
        derivation: 'departures',
        params: CERTIFIED.params,
        run: CERTIFIED.run,
        data_hash: hash('1'),
        certificate_digest: hash('3'),
        verdict: 'sound',
        as_of: CERTIFIED.as_of,
      },
    });
  });

  it('is refused with every reason at once when one of them is not certified now', () => {
    expect(() => requireCertified(['departures', 'late', 'fresh', 'none'], resolved)).toThrow(
      expect.objectContaining({
        code: 'uncertified-source',
        detail: expect.stringMatching(/"late" is not certified: It was revoked\. "fresh".*"none".*no derivation/),
        facts: {
          data: { sources: [{ name: 'late', reason: 'It was revoked' }, expect.anything(), expect.anything()] },
        },
      }),
    );
  });

  it('is refused with object-corrupt when nothing but damaged rows is the reason', () => {
    const reason = `Its rows are damaged in storage: object ${'2'.repeat(64)}`;
    const damaged = { ...CERTIFIED, certified: false, reason, damaged: true };
    const code = (over: Map<string, CertifiedSource>): unknown => {
      try {
        return requireCertified([...over.keys()], over);
      } catch (error) {
        return error;
      }
    };
    expect(code(new Map([['departures', damaged]]))).toMatchObject({
      code: 'object-corrupt',
      detail: expect.stringContaining('2'.repeat(64)),
    });
    const late = { ...CERTIFIED, certified: false, reason: 'It was revoked' };
    expect(
      code(
        new Map([
          ['departures', damaged],
          ['late', late],
        ]),
      ),
    ).toMatchObject({ code: 'uncertified-source' });
  });

  it('is told apart from the others where some are enough', () => {
    const { tables, refused } = certifiedOf(['departures', 'late'], resolved);
    expect([[...tables.keys()], [...refused]]).toEqual([['departures'], [['late', 'It was revoked']]]);
  });
});
