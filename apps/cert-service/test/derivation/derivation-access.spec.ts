import {
  deleteDerivation,
  getCertificate,
  getDerivationAccess,
  getRows,
  listRuns,
  type Principal,
  putDerivation,
  readersOfDataset,
  resolveDerivations,
} from '@svc/contracts';
import { servicePrincipal } from '@svc/platform';
import { namedObjectConformance } from '@svc/testing';
import { aManifest, aTable } from '../builders';
import { ada, mia, stu, root, files, harness, params, as, get, run, put, from, share } from './derivation-calls';

const accessOf = (name: string, who: Principal = ada) =>
  harness.gateway.call(getDerivationAccess, params(name), as(who));

namedObjectConformance('derivation', {
  ask: (endpoint, request, who) => harness.gateway.call(endpoint, request, as(who)),
  body(name, n) {
    harness.world.manifests = [aManifest({ name, description: `Number ${n}` })];
    return { files };
  },
});

describe('sharing a derivation', () => {
  beforeAll(() => put('shared', ada));

  it.each([
    ['api', {}, 'private', []],
    ['agent', {}, 'private', []],
    ['repository', {}, 'project', []],
    ['repository', { visibility: 'private' }, 'private', []],
    ['api', { visibility: 'project' }, 'project', []],
    ['agent', { visibility: 'groups', groups: 'red,blue' }, 'groups', ['blue', 'red']],
  ] as const)('begins, made by its origin %s with %j, as %s %j', async (origin, query, visibility, groups) => {
    const name = `from_${origin}_${'visibility' in query ? query.visibility : 'silent'}`;
    harness.world.manifests = [aManifest({ name })];
    await harness.gateway.call(putDerivation, { params: { name }, query, body: { files, origin } }, as(ada));
    expect(await accessOf(name)).toMatchObject({ owner: ada.id, visibility, groups });
  });

  it('changes neither the definition nor its certificate, and a new definition changes nothing of it', async () => {
    await run('shared', ada);
    const [before, certificate] = [
      await get('shared', ada),
      await harness.gateway.call(getCertificate, params('shared'), as(ada)),
    ];
    await share('shared', { visibility: 'groups', groups: ['red'] });
    expect(await get('shared', ada)).toEqual(before);
    expect(await harness.gateway.call(getCertificate, params('shared'), as(ada))).toEqual(certificate);
    await put('shared', mia);
    expect(await accessOf('shared')).toMatchObject({ owner: ada.id, visibility: 'groups', groups: ['red'] });
  });
});

describe('a dependent of a hidden derivation', () => {
  beforeAll(async () => {
    await put('base', ada);
    await run('base', ada);
    await put('above', ada, from('base'));
    await run('above', ada);
    await share('base', { visibility: 'private' });
  });

  it('looks missing to other services for that caller, without a reason, and no service asks in its own name', async () => {
    const resolve = (who: Principal) =>
      harness.gateway.call(resolveDerivations, { names: ['base', 'nothing'] }, as(who));
    expect(await resolve(stu)).toEqual({ sources: {}, missing: ['base', 'nothing'], topics: null });
    expect((await resolve(ada)).sources['base']).toMatchObject({ certified: true });
    await expect(resolve(servicePrincipal('gateway'))).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is read with the rights of the author whoever runs it, and not disclosed to callers who may not see it', async () => {
    expect(await run('above', stu)).toMatchObject({ result: { outcome: 'succeeded' } });
    await put('beside', stu, from('base'));
    expect(await run('beside', stu)).toMatchObject({
      state: 'failed',
      error: { code: 'not-found', detail: 'The input derivation "base" does not exist.' },
    });
  });

  it('is counted and not named when it keeps an input from being deleted', async () => {
    await put('ground', ada);
    for (const name of ['over_one', 'over_two', 'over_three']) await put(name, ada, from('ground'));
    for (const name of ['over_one', 'over_two']) await share(name, { visibility: 'private' });
    const remove = (who: Principal) =>
      harness.gateway.call(deleteDerivation, { ...params('ground'), if_match: '*' }, as(who));
    await expect(remove(stu)).rejects.toMatchObject({
      code: 'in-use',
      detail: '"ground" is an input of over_three, 2 that you may not see. Change or delete those first.',
    });
    await expect(remove(ada)).rejects.toMatchObject({
      code: 'in-use',
      detail: expect.stringContaining('over_one, over_three, over_two'),
    });
  });

  it('is counted and not named where it reads a dataset that is to be deleted', async () => {
    const readers = (dataset: string, who: Principal) => harness.gateway.call(readersOfDataset, { dataset }, as(who));
    const before = await readers('trains', ada);
    expect(before).toEqual({ seen: [], unseen: 0 });
    for (const name of ['arrivals', 'departed']) await put(name, ada, { trains: { kind: 'dataset', ref: 'trains' } });
    await share('departed', { visibility: 'private' });
    expect(await readers('trains', stu)).toEqual({ seen: ['arrivals'], unseen: 1 });
    expect(await readers('trains', ada)).toEqual({ seen: ['arrivals', 'departed'], unseen: 0 });
  });

  it('keeps from its history why an input is not certified: others read that', async () => {
    await put('shaky', ada);
    await put('on_shaky', ada, from('shaky'));
    await run('on_shaky', ada);
    await share('shaky', { visibility: 'private' });
    const {
      items: [entry],
    } = await harness.gateway.call(listRuns, params('on_shaky'), as(stu));
    expect(entry).toMatchObject({
      outcome: 'refused',
      reason: 'The input derivation "shaky" is not certified now. See: svc derivation show shaky.',
    });
  });

  it('says nothing of what a circle leads through that the caller may not see', async () => {
    await put('ring', stu);
    await put('hidden_link', ada, from('ring'));
    await share('hidden_link', { visibility: 'private' });
    await expect(put('ring', stu, from('hidden_link'))).resolves.toBeUndefined();
    await expect(put('ring', ada, from('hidden_link'))).rejects.toMatchObject({
      code: 'invalid-source',
      detail: expect.stringContaining('hidden_link'),
    });
  });
});

describe('an input that the author of a definition did not see', () => {
  beforeAll(() => {
    harness.world.datasets = { ...harness.world.datasets, payroll: aTable({ data_hash: `sha256:${'8'.repeat(64)}` }) };
    harness.world.access = { payroll: { owner: ada.id, visibility: 'private', groups: [] } };
  });

  it.each([
    ['a dataset', { it: { kind: 'dataset', ref: 'payroll' } }],
    ['a derivation', from('base')],
  ] as const)('is not read for them by somebody who does: %s', async (kind, inputs) => {
    const trap = kind.replace('a ', 'trap_');
    await put(trap, stu, inputs);
    for (const who of [ada, root])
      expect(await run(trap, who)).toMatchObject({
        state: 'failed',
        error: { code: 'conflict', detail: expect.stringContaining(stu.id) },
      });
    await expect(harness.gateway.call(getRows, params(trap), as(stu))).rejects.toMatchObject({ code: 'not-found' });
    await put(trap, ada, inputs);
    expect(await run(trap, root)).toMatchObject({ result: { outcome: 'succeeded' } });
  });
});
