import { certificate, type Certificate } from '@svc/contracts';
import { anAttestation } from './builders';

type Payload = Certificate['certificate'];

export const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
export const DIGEST = hash('d');

function aCertificate(over: Partial<Payload> = {}): Certificate {
  const { reason: _reason, kind, ...attestation } = anAttestation();
  return certificate.parse({
    schema: 'svc.certificate/v1',
    certificate: {
      ...attestation,
      derivation: 'departures',
      claim: { kind, roles: { group: 'half', value: 'dep_delay' }, declared: {} },
      code: { hash: hash('1'), environment: hash('2'), source_hash: hash('3') },
      data: { hash: hash('4'), rows: 336776, inputs: { flights: hash('5') } },
      derivation_version: hash('6'),
      certified_by: { issuer: 'example', actor: 'ada' },
      run_at: '2026-03-01T10:00:00.000000Z',
      issued_at: '2026-03-01T10:00:01.123456Z',
      public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=',
      ...over,
    },
    signature: { algorithm: 'ed25519', value: 'c2lnbmF0dXJl' },
  });
}

export const RUN = '00000000-0000-4000-8000-000000000001';

/** Judged on a sample, with a page of pictures. */
export function sampledCertificate(): Certificate {
  const { oracle, data } = aCertificate().certificate;
  const sample = { rows: 1_999_204, of: 100_000_000, by: 'tail_number', seed: data.hash };
  return aCertificate({ oracle: { ...oracle, sample }, evidence: { run: RUN, pictures: hash('e') } });
}

const gate = (
  name: string,
  verdict: 'sound' | 'unsound' | 'inconclusive' = 'sound',
  detail = 'nothing was found',
): Payload['gates'][number] => ({ name, verdict, statistic: null, threshold: null, n: null, seed: null, detail });

export const MANY =
  'controlling for month and origin the slope of delay on distance goes from 1.18 to 0.02 (95% −0.06…0.10)';
export const QUESTION_OF_200 =
  'After adjusting for month, airport, weather and age of the aircraft, do regional carriers still depart later on average than the mainline carriers they fly for, in each and every season of these years';

/** Which rows were analysed, and how alike the sides are. */
const PARTICIPANTS: Partial<Payload> = {
  flow: {
    sources: [{ name: 'people', rows: 1200 }],
    started: 950,
    rows: 900,
    copies: 0,
    missing: [{ column: 'score', count: 39 }],
    incomplete: 67,
    analysed: 833,
    estimated_from: 833,
    by: 'group',
    sides: [
      { label: 'coached', rows: 462, missing: 32, analysed: 418 },
      { label: 'not coached', rows: 438, missing: 7, analysed: 415 },
    ],
    bounds: { method: 'Lee', low: -1.823441102, high: -1.553331772 },
  },
  balance: [
    { column: 'age', before: -0.957, after: 0, adjusted: true },
    { column: 'income', before: -0.572, after: 0, adjusted: true },
    { column: 'city = Rome', before: 0.139, after: 0.136, adjusted: false },
  ],
  gates: Array.from({ length: 18 }, (_, at) => gate(`check-${at}`, 'sound', MANY)),
};

/** A certificate for each thing that a page must be able to say, or to survive. */
export const CASES: Readonly<Record<string, Certificate>> = {
  sound: aCertificate(),
  tested: aCertificate({
    tested: 'whether the mean of dep_delay, half afternoon minus morning, differs from 0; observed, not assigned',
    cautions: ['the question says "because"; a claim of the kind comparison shows a link, not a cause'],
    sensitivity: [
      { name: 'smallest-effect', value: 0.5, detail: 'this design finds effects from 0.5 on with 80% power' },
    ],
  }),
  participants: aCertificate(PARTICIPANTS),
  crowded: aCertificate({
    ...PARTICIPANTS,
    tested: MANY,
    sensitivity: [MANY, MANY, MANY].map((detail) => ({ name: 'e-value', value: 1, detail })),
    skipped: Array.from({ length: 15 }, (_, at) => ({ name: `skipped-${at}`, reason: MANY })),
  }),
  previewed: aCertificate({ oracle: { ...anAttestation().oracle, looks: 4 } }),
  sampled: sampledCertificate(),
  preregistered: aCertificate({ preregistration: { log_key: 'k', claim: 'proof', data: {} } }),
  unsound: aCertificate({
    verdict: 'unsound',
    gates: [
      gate('sample-size'),
      gate('segment-reversal', 'unsound', 'the sign reverses inside origin: 12.1 becomes −3.4'),
    ],
  }),
  inconclusive: aCertificate({
    verdict: 'inconclusive',
    estimate: null,
    gates: [gate('sample-size', 'inconclusive', '12 rows are too few: 20 are needed')],
  }),
  long: aCertificate({
    question: QUESTION_OF_200,
    gates: Array.from({ length: 40 }, (_, at) => gate(`check-${at}`, at === 30 ? 'inconclusive' : 'sound', MANY)),
  }),
  chinese: aCertificate({
    question: '在控制月份、机场、天气和机龄之后，区域航空公司的航班平均延误时间是否仍然更长？'.repeat(5),
    adjusted_for: ['月份', '机场'],
    certified_by: { issuer: '航空统计研究所', actor: '王小明' },
  }),
  japanese: aCertificate({ question: '月・空港・天候を調整した後でも、地域航空会社の便は遅れるのか？' }),
  korean: aCertificate({ question: '월과 공항을 조정한 후에도 지역 항공사의 항공편이 더 늦습니까?' }),
  greekAndRussian: aCertificate({ question: 'Καθυστερούν περισσότερο; Задерживаются ли рейсы дольше?' }),
  hostile: aCertificate({
    question: 'x'.repeat(2000),
    derivation: 'd'.repeat(128),
    adjusted_for: Array.from({ length: 500 }, (_, at) => `column_${at}`),
    gates: Array.from({ length: 3000 }, () => gate('g'.repeat(300), 'sound', '漢字'.repeat(300))),
    skipped: Array.from({ length: 3000 }, () => ({ name: 'n', reason: 'W'.repeat(600) })),
    data: {
      hash: hash('4'),
      rows: 1e15,
      inputs: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`input_${'i'.repeat(100)}${at}`, hash('5')])),
    },
    flow: {
      sources: [{ name: 's'.repeat(5000), rows: 1e15 }],
      started: 1e15,
      rows: 1e15,
      copies: 1e15,
      missing: Array.from({ length: 500 }, () => ({ column: 'm'.repeat(500), count: 1e15 })),
      incomplete: 1e15,
      analysed: 1e15,
      estimated_from: 1,
      by: 'b'.repeat(500),
      sides: Array.from({ length: 3 }, () => ({ label: '漢'.repeat(500), rows: 1e15, missing: 1e15, analysed: 0 })),
      bounds: { method: 'Lee', low: -1e300, high: 1e300 },
    },
    balance: Array.from({ length: 300 }, () => ({
      column: 'W'.repeat(500),
      before: 1e300,
      after: -1e300,
      adjusted: true,
    })),
    estimate: {
      value: 1e300,
      label: 'l'.repeat(5000),
      unit: 'u'.repeat(5000),
      interval: { level: 0.95, low: -1e300, high: 1.5e300 },
      n: 1e15,
    },
  }),
  rightToLeft: aCertificate({ question: 'Is \u202eneve\u202c later? שאלה' }),
};
