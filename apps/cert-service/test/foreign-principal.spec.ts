import { randomUUID } from 'node:crypto';
import { appendAudit, getDerivation, listAudit, resolveDerivations, type ServiceName } from '@svc/contracts';
import { HEADER, PrincipalSigner, REFUSED, Refusals, servicePrincipal } from '@svc/platform';
import { CALLERS } from '@svc/testing';
import { connect, headers, type NatsConnection } from 'nats';
import { numbered } from './audit/audit-entries';
import { ADMIN, type CertHarness, startCert } from './cert-harness';

let harness: CertHarness;
let bare: NatsConnection;
beforeAll(async () => {
  harness = await startCert();
  bare = await connect({ servers: harness.natsUrl });
});
afterAll(async () => {
  await bare.close();
  await harness.stop();
});

/** What a process says that holds the key of `service` and nothing else. */
function sendAs(service: ServiceName, subject: string, principal: string, body: object) {
  const head = headers();
  head.set(HEADER.principal, principal);
  head.set(HEADER.sender, harness.signerOf(service).signSender(subject));
  return bare.request(subject, JSON.stringify(body), { headers: head, timeout: 60_000 }).then((reply) => reply.json());
}

const read = { params: { name: 'any' }, query: {}, body: null };

describe('with the key of an idle service', () => {
  const feature = (): PrincipalSigner => harness.signerOf('feature');

  it.each([
    ['an admin', () => feature().sign(CALLERS.admin)],
    [
      'an admin for whom it runs a job',
      () => feature().signForJob(`feature_${randomUUID()}`, feature().sign(CALLERS.admin)),
    ],
    ['itself as an admin', () => feature().sign({ ...ADMIN, id: 'service:feature', kind: 'service' })],
    ['another service', () => feature().sign(servicePrincipal('gateway'))],
  ])('nobody is %s, and the audit log says that somebody tried', async (_, credential) => {
    expect(await sendAs('feature', getDerivation.subject, credential(), read)).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    await harness.cert.app.get(Refusals).report();
    const { items } = await harness.gateway.call(
      listAudit,
      { params: {}, query: { action: REFUSED } },
      { principal: ADMIN },
    );
    expect(items[0]).toMatchObject({
      actor: 'service:feature',
      outcome: 'refused',
      route: getDerivation.subject,
      detail: { service: 'cert' },
    });
  });

  it('nothing is called that its rights do not name, even with somebody’s credential in hand', async () => {
    const stolen = harness.signerOf('gateway').sign(CALLERS.admin);
    expect(await sendAs('feature', getDerivation.subject, stolen, read)).toMatchObject({ code: 'unauthenticated' });
    expect(
      await sendAs('feature', resolveDerivations.subject, feature().sign(servicePrincipal('feature')), {
        names: ['a'],
      }),
    ).toMatchObject({ code: 'unauthenticated' });
  });

  it('nothing goes into the audit log but what that service refused', async () => {
    const self = feature().sign(servicePrincipal('feature'));
    const entry = { ...numbered(1), id: randomUUID() };
    const append = (it: object) => sendAs('feature', appendAudit.subject, self, { entries: [it] });
    expect(await append(entry)).toMatchObject({ code: 'forbidden' });
    expect(await append({ ...entry, action: REFUSED, detail: { service: 'compute' } })).toMatchObject({
      code: 'forbidden',
    });
    expect(await append({ ...entry, action: REFUSED, detail: { service: 'feature' } })).toMatchObject({ appended: 1 });
  });
});
