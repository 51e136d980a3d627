import { rmSync, writeFileSync } from 'node:fs';
import { type Principal, type ServiceName, SERVICES } from '@svc/contracts';
import { principalKeyFiles } from '../../test/principal-keys';
import { readTextFile } from '../config/config';
import { generatePrincipalKey, privateKeyFrom, publicKeyFrom } from './principal-key';
import { readPrincipalKeys } from './principal-keys';
import { PrincipalSigner } from './principal-signer';
import { PrincipalVerifier } from './principal-verifier';
import { servicePrincipal } from './service-principal';

const USER: Principal = { id: 'user:ada', kind: 'user', role: 'editor', scopes: ['metric:read'], groups: [] };
const JOB = 'compute_0b0e7c3a-0000-4000-8000-000000000000';
const START = Date.UTC(2025, 0, 1);

describe('a signed principal', () => {
  let now = START;
  const clock = () => now;
  const keys = new Map(SERVICES.map((service) => [service, generatePrincipalKey()] as const));
  const keyring = new Map([...keys].map(([service, { publicKey }]) => [service, [publicKeyFrom(publicKey)]] as const));
  const signer = (service: ServiceName, keyOf: ServiceName = service) =>
    new PrincipalSigner(service, privateKeyFrom(keys.get(keyOf)?.seed ?? ''), clock);
  const verifier = () => new PrincipalVerifier(keyring, clock);
  const refused = (token: string | undefined, on = verifier()) =>
    expect(() => on.verify(token)).toThrow(expect.objectContaining({ code: 'unauthenticated' }));

  beforeEach(() => {
    now = START;
  });

  it('of a user, signed by the gateway, is accepted by everybody', () => {
    expect(verifier().verify(signer('gateway').sign(USER))).toEqual(USER);
  });

  it.each([undefined, '', 'x', 'a.b', 'a.b.c', `${'a'.repeat(20_000)}.b`])('is needed: %p is refused', (token) =>
    refused(token),
  );

  it('is refused once it has expired, also when it was accepted before', () => {
    const on = verifier();
    const token = signer('gateway').sign(USER);
    on.verify(token);
    now += 5 * 60_000 + 5_001;
    refused(token, on);
    refused(token);
  });

  it('is refused before its time', () => {
    const token = signer('gateway').sign(USER);
    now -= 5_001;
    refused(token);
  });

  it('is refused when one bit of it is changed', () => {
    const token = signer('gateway').sign(USER);
    const [claims = '', signature = ''] = token.split('.');
    const forged = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('editor', 'admin!'.slice(0, 5)),
    ).toString('base64url');
    refused(`${forged}.${signature}`);
    const changed = Buffer.from(signature, 'base64url').map((byte, at) => (at === 3 ? byte ^ 1 : byte));
    refused(`${claims}.${Buffer.from(changed).toString('base64url')}`);
  });

  it('is refused when its issuer signed with another key', () => refused(signer('gateway', 'metrics').sign(USER)));

  it('is refused when a service other than the gateway signs a user', () => refused(signer('metrics').sign(USER)));

  it('of a user is accepted from the service that runs a job for it, by the grant that the gateway signed for it', () => {
    const grant = signer('gateway').sign(USER);
    expect(verifier().verify(signer('compute').signForJob(JOB, grant))).toEqual(USER);
    now += 23 * 3_600_000;
    expect(verifier().verify(signer('compute').signForJob(JOB, grant))).toEqual(USER);
    refused(signer('metrics').signForJob(JOB, grant));
    now += 3_600_001;
    refused(signer('compute').signForJob(JOB, grant));
  });

  it.each([
    ['that the service made up', () => 'x.y'],
    ['that the service signed itself', () => signer('compute').sign({ ...USER, role: 'admin' })],
    ['that the service signed in the name of the gateway', () => signer('gateway', 'compute').sign(USER)],
    ['that speaks for a service', () => signer('cert').sign(servicePrincipal('cert'))],
    ['that is another job’s', () => signer('compute').signForJob(JOB, signer('gateway').sign(USER))],
  ])('of a user is refused from a job with a grant %s', (_, grant) =>
    refused(signer('compute').signForJob(JOB, grant())),
  );

  it('of a service is accepted from that service only', () => {
    expect(verifier().verify(signer('metrics').sign(servicePrincipal('metrics')))).toMatchObject({
      id: 'service:metrics',
    });
    refused(signer('metrics').sign(servicePrincipal('cert')));
    refused(signer('gateway').sign(servicePrincipal('cert')));
  });

  it.each([
    ['an admin', { role: 'admin' }],
    ['one of a group', { groups: ['finance'] }],
    ['more than its listed scopes', { scopes: ['user:manage'] }],
  ] as const)('of an idle service is refused when it claims to be %s', (_, more) => {
    refused(
      signer('feature').sign({
        ...servicePrincipal('feature'),
        ...more,
        scopes: [...('scopes' in more ? more.scopes : [])],
        groups: [...('groups' in more ? more.groups : [])],
      }),
    );
  });

  describe('sent by a service', () => {
    const append = 'svc.cert.audit.append';
    const sentBy = (service: ServiceName, subject: string, who = USER, to = subject) =>
      verifier().verifySender(signer(service).signSender(subject), to, who);
    const stopped = (act: () => unknown) => expect(act).toThrow(expect.objectContaining({ code: 'unauthenticated' }));

    it('is accepted on the subjects that its rights name, in the name of others or its own', () => {
      expect(sentBy('gateway', 'svc.metrics.metric.query')).toBe('gateway');
      expect(sentBy('cert', 'svc.compute.execution.start')).toBe('cert');
      expect(sentBy('feature', append, servicePrincipal('feature'))).toBe('feature');
    });

    it('is refused on every other subject, whoever it passes on', () => {
      stopped(() => sentBy('feature', 'svc.compute.dataset.resolve'));
      stopped(() => sentBy('metrics', 'svc.cert.derivation.put'));
      stopped(() => sentBy('metrics', 'svc.cert.derivation.resolve', servicePrincipal('metrics')));
    });

    it('is refused when it was made for another subject, or by another service', () => {
      stopped(() => sentBy('gateway', append, USER, 'svc.metrics.metric.query'));
      stopped(() => sentBy('feature', append, servicePrincipal('gateway')));
      stopped(() => verifier().verifySender(undefined, append, USER));
      stopped(() => verifier().verifySender(signer('gateway').sign(USER), append, USER));
    });
  });

  it('cannot be changed by those who share it', () => {
    const principal = verifier().verify(signer('gateway').sign(USER));
    expect(Object.isFrozen(principal) && Object.isFrozen(principal.scopes) && Object.isFrozen(principal.groups)).toBe(
      true,
    );
  });

  it('is reused for a minute, so that the one sent lives at least four more', () => {
    const gateway = signer('gateway');
    const first = gateway.sign(USER);
    now += 59_999;
    expect(gateway.sign({ ...USER })).toBe(first);
    now += 1;
    expect(gateway.sign(USER)).not.toBe(first);
  });

  it('is never mistaken for another when two are signed at the same moment', () => {
    const gateway = signer('gateway');
    gateway.sign(USER);
    expect(verifier().verify(gateway.sign({ ...USER, id: 'user:bob' })).id).toBe('user:bob');
  });
});

describe('the key files', () => {
  const files = principalKeyFiles();
  const settings = (service: ServiceName) => ({
    SVC_PRINCIPAL_KEY_FILE: files.keyFile(service),
    SVC_PRINCIPAL_KEYRING_FILE: files.SVC_PRINCIPAL_KEYRING_FILE,
  });
  afterAll(() => rmSync(files.directory, { recursive: true }));

  it('belong together', () => {
    const { keyring } = readPrincipalKeys('metrics', settings('metrics'), readTextFile);
    expect([...keyring.keys()].sort()).toEqual([...SERVICES].sort());
  });

  it('of another service are refused at start, naming the variable and the cure', () => {
    expect(() => readPrincipalKeys('metrics', settings('cert'), readTextFile)).toThrow(
      /SVC_PRINCIPAL_KEYRING_FILE: the row "metrics" does not have the public key of SVC_PRINCIPAL_KEY_FILE; put "/,
    );
  });

  it('may name two keys of a service, so that it goes from one to the next while nobody is refused', () => {
    const [before, after] = [generatePrincipalKey(), generatePrincipalKey()];
    const read = (seed: string, row: string | readonly string[]) =>
      readPrincipalKeys('metrics', { SVC_PRINCIPAL_KEY_FILE: 'own', SVC_PRINCIPAL_KEYRING_FILE: 'ring' }, (path) =>
        path === 'own' ? seed : JSON.stringify({ metrics: row }),
      );
    const signed = (seed: string) =>
      new PrincipalSigner('metrics', privateKeyFrom(seed)).sign(servicePrincipal('metrics'));
    const both = new PrincipalVerifier(read(before.seed, [before.publicKey, after.publicKey]).keyring);
    for (const { seed } of [before, after]) expect(both.verify(signed(seed))).toMatchObject({ id: 'service:metrics' });
    const last = new PrincipalVerifier(read(after.seed, after.publicKey).keyring);
    expect(() => last.verify(signed(before.seed))).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    expect(() => read(before.seed, after.publicKey)).toThrow(/does not have the public key/);
  });

  it('that cannot be read or are no keys are refused at start', () => {
    expect(() =>
      readPrincipalKeys('metrics', { ...settings('metrics'), SVC_PRINCIPAL_KEY_FILE: '/nowhere' }, readTextFile),
    ).toThrow(/SVC_PRINCIPAL_KEY_FILE: \/nowhere cannot be used/);
    writeFileSync(files.keyFile('model'), 'c2hvcnQ=');
    expect(() => readPrincipalKeys('model', settings('model'), readTextFile)).toThrow(/is not base64 of 32 bytes/);
  });
});
