import {
  type Manifest,
  type ObjectAccess,
  type Principal,
  putDerivation,
  shareDerivation,
  takeOverDerivation,
  type Visibility,
} from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { aManifest, aTable } from '../builders';
import { ada, as, files, from, get, harness, mia, params, put, root, run, stu } from './derivation-calls';

function share(name: string, body: { visibility: Visibility; owner?: string }, who: Principal = ada) {
  return harness.gateway.call(shareDerivation, { ...params(name), body, if_match: '*' }, as(who));
}

describe('a derivation acts with the rights of its author, as they are when it runs', () => {
  const over: Manifest['inputs'] = { it: { kind: 'dataset', ref: 'salaries' } };
  const groups = (...names: string[]): ObjectAccess => ({ owner: ada.id, visibility: 'groups', groups: names });
  const refused = (detail: string) => ({
    state: 'failed',
    error: { code: 'conflict', detail: expect.stringContaining(detail) },
  });
  beforeAll(() => {
    harness.world.datasets = { ...harness.world.datasets, salaries: aTable({ data_hash: `sha256:${'7'.repeat(64)}` }) };
    harness.world.access = { ...harness.world.access, salaries: groups('red') };
  });
  afterEach(() => {
    harness.world.access = { ...harness.world.access, salaries: groups('red') };
    harness.world.authors = {};
  });

  it('an author who lost access to an input cannot run it through an admin, who is told why and what to do', async () => {
    await put('pay', mia, over);
    expect(await run('pay', root)).toMatchObject({ result: { outcome: 'succeeded' } });
    const before = (await get('pay', mia)).newest_run?.id;
    harness.world.access = { ...harness.world.access, salaries: groups('green-no-more') };
    expect(await run('pay', root)).toMatchObject(
      refused('"pay" acts with the rights of its author, user:mia, who does not see its input "salaries". Share it'),
    );
    expect((await get('pay', mia)).newest_run?.id).toBe(before);
    await harness.gateway.call(takeOverDerivation, { ...params('pay'), if_match: '*' }, as(root));
    expect(await get('pay', root)).toMatchObject({ author: root.id, owner: mia.id });
    expect(await run('pay', mia)).toMatchObject({ result: { outcome: 'succeeded' } });
  });

  it('a group that the author has left counts no more, nor an author who is disabled', async () => {
    await put('pay_group', mia, over);
    harness.world.authors = { [mia.id]: { ...mia, groups: ['green'] } };
    expect(await run('pay_group', root)).toMatchObject(refused('who does not see its input "salaries"'));
    harness.world.authors = { [mia.id]: null };
    expect(await run('pay_group', root)).toMatchObject(
      refused('user:mia is disabled. Read its code, then take it over'),
    );
  });

  it('handing it over lends nobody’s rights: its author is whoever wrote it last', async () => {
    await put('pay_handed', stu, over);
    await share('pay_handed', { visibility: 'project', owner: root.id }, stu);
    expect(await run('pay_handed', root)).toMatchObject(refused('user:stu, who does not see'));
    await put('pay_handed', ada, over);
    expect(await run('pay_handed', stu)).toMatchObject({ result: { outcome: 'succeeded' } });
  });

  it('over another derivation it is the author too who must see that one', async () => {
    await put('pay_base', ada);
    await run('pay_base', ada);
    await put('pay_above', mia, from('pay_base'));
    expect(await run('pay_above', root)).toMatchObject({ result: { outcome: 'succeeded' } });
    await share('pay_base', { visibility: 'private' });
    expect(await run('pay_above', root)).toMatchObject(refused('user:mia, who does not see its input "pay_base"'));
  });

  it('what came from a repository outlives the token that brought it, and sees then what the project sees', async () => {
    harness.world.manifests = [aManifest({ name: 'from_ci' })];
    await harness.gateway.call(putDerivation, { ...params('from_ci'), body: { files, origin: 'repository' } }, as(ada));
    harness.world.authors = { [ada.id]: null };
    expect(await run('from_ci', stu)).toMatchObject({ result: { outcome: 'succeeded' } });
    harness.world.manifests = [aManifest({ name: 'pay_ci', inputs: over })];
    await harness.gateway.call(putDerivation, { ...params('pay_ci'), body: { files, origin: 'repository' } }, as(ada));
    expect(await run('pay_ci', root)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('cannot be taken over without having read it, nor without the right to write', async () => {
    const take = (who: Principal, ifMatch?: string) =>
      harness.gateway.call(
        takeOverDerivation,
        { ...params('pay_handed'), ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
        as(who),
      );
    await expect(take(root)).rejects.toMatchObject({ code: 'precondition-required' });
    await expect(take(root, `sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({ code: 'precondition-failed' });
    await expect(take(CALLERS.viewer, '*')).rejects.toMatchObject({ code: 'forbidden' });
  });
});
