import fc from 'fast-check';
import { auditEntry, endpoints, type Endpoint } from '@svc/contracts';
import { casesOf } from '@svc/testing';
import { type Served, toAuditEntry } from './audit-entry';
import { grantedIn } from './granted-in';
import { ParameterDigests } from './parameter-digests';

function operation(name: string): Endpoint {
  const found = endpoints.find((it) => it.name === name);
  if (found === undefined) throw new Error(`there is no operation ${name}`);
  return found;
}
const [createToken, shareMetric, updateUser] = [
  operation('token.create'),
  operation('metric.share'),
  operation('user.update'),
];

let digests: ParameterDigests;
beforeAll(async () => {
  digests = await ParameterDigests.open(undefined);
});

function recordOf(endpoint: Endpoint, body: unknown, over: Partial<Served> = {}) {
  return toAuditEntry(
    {
      at: new Date('2026-03-01T10:00:00Z'),
      principal: null,
      endpoint,
      method: endpoint.method,
      params: { name: 'delay', login: 'ada' },
      status: 200,
      code: null,
      durationMs: 1,
      traceId: 'x',
      replayed: false,
      granted: grantedIn(endpoint.records, body),
      sent: { query: '', bodyHash: null },
      ...over,
    },
    digests,
  );
}

describe('the record of a grant', () => {
  it('says in words what was asked for, also when it was refused', () => {
    const body = { visibility: 'groups', groups: ['red', 'blue'], owner: 'user:bob' };
    expect(recordOf(shareMetric, body).detail).toEqual({ visibility: 'groups', groups: 'red,blue', owner: 'user:bob' });
    expect(recordOf(shareMetric, body, { status: 403, code: 'forbidden' })).toMatchObject({
      outcome: 'refused',
      detail: { groups: 'red,blue', code: 'forbidden' },
    });
    expect(
      recordOf(updateUser, { name: 'Ada', email: 'ada@example.org', role: 'admin', groups: [], disabled: false })
        .detail,
    ).toEqual({ role: 'admin', groups: '', disabled: false });
    expect(recordOf(createToken, { name: 'ci', role: 'viewer', expires_in_days: 90 }).detail).toEqual({
      name: 'ci',
      role: 'viewer',
    });
  });

  it('names the token or session that spoke for the person', () => {
    const principal = {
      id: 'user:ada',
      kind: 'token' as const,
      role: 'viewer' as const,
      scopes: [],
      groups: [],
      via: 'token:1',
    };
    expect(recordOf(createToken, {}, { principal })).toMatchObject({ actor: 'user:ada', detail: { via: 'token:1' } });
  });

  it('tells one group with a comma from two, and what was cut from what is whole', () => {
    expect(grantedIn(['groups'], { groups: ['CN=x,OU=y', 'a\\'] })).toEqual({ groups: 'CN=x\\,OU=y,a\\\\' });
    const [long, longest] = ['x'.repeat(201), 'x'.repeat(200)];
    expect(grantedIn(['a', 'b'], { a: long, b: longest })).toEqual({ a: `${'x'.repeat(199)}…`, b: longest });
  });

  it('is never taken for what the gateway says itself', () => {
    const lying = { ...createToken, records: ['code', 'via', 'name'] };
    expect(
      recordOf(lying, { code: 'fine', via: 'token:2', name: 'x' }, { code: 'forbidden', status: 403 }).detail,
    ).toEqual({ via: 'token:2', name: 'x', code: 'forbidden' });
  });
});

describe('the record of any request', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.jsonValue(),
    fc.array(fc.string(), { maxLength: 60 }),
  );

  it('holds no member of a body that its operation does not name, whatever is sent, and can always be written', () => {
    const names = [
      ...new Set(endpoints.flatMap((it) => it.records)),
      'password',
      'current',
      'secret',
      '__proto__',
      'constructor',
    ];
    const bodies = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 20 })), anything);
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), fc.oneof(bodies, anything), (endpoint, body) => {
        const { detail } = auditEntry.parse(recordOf(endpoint, body));
        expect(Object.keys(detail).filter((it) => !endpoint.records.includes(it))).toEqual([]);
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  it('never names a member that holds a secret', () => {
    for (const { records } of endpoints)
      expect(records.filter((it) => /password|current|secret|key|token|hash/.test(it))).toEqual([]);
  });
});
