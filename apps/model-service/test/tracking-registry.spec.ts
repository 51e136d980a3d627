import type { Principal } from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { z } from 'zod';
import { API, bad, FILES, missing, TrackingWorld } from './tracking-world';

const { owner: ada, member: mia, stranger: stu } = CALLERS;

let world: TrackingWorld;
beforeEach(() => {
  world = new TrackingWorld();
});

describe('the registry, read as MLflow’s clients do,', () => {
  const names = async (who: Principal, query = '') =>
    z
      .array(z.object({ name: z.string() }))
      .parse((await world.call('GET', `${API}/registered-models/search${query}`, who))['registered_models'])
      .map((it) => it.name);

  it('has the models that the caller sees, and MLflow is not asked', async () => {
    expect(await names(ada)).toEqual(['delay', 'secret']);
    expect(await names(mia)).toEqual(['delay']);
    expect(await names(stu)).toEqual([]);
    expect(world.mlflow.reached).toEqual([]);
  });

  it('answers versions and aliases as they are', async () => {
    expect(await world.call('GET', `${API}/registered-models/alias?name=delay&alias=champion`, mia)).toMatchObject({
      model_version: { name: 'delay', version: '1', status: 'READY', aliases: ['champion'] },
    });
    expect(await world.call('GET', `${API}/registered-models/get?name=delay`, mia)).toMatchObject({
      registered_model: { aliases: [{ alias: 'champion', version: '1' }], latest_versions: [{ version: '3' }] },
    });
    expect(
      await world.call('GET', `${API}/model-versions/search?filter=${encodeURIComponent("name='delay'")}`, mia),
    ).toMatchObject({ model_versions: [{ version: '3' }, { version: '1' }] });
    expect(await world.call('GET', `${API}/model-versions/get-download-uri?name=delay&version=3`, mia)).toMatchObject({
      artifact_uri: 'mlflow-artifacts:/svc-models/delay/3',
    });
    expect(
      await world.call('POST', `${API}/registered-models/get-latest-versions`, mia, { name: 'delay' }),
    ).toMatchObject({
      model_versions: [{ version: '3' }],
    });
  });

  it.each([
    `${API}/registered-models/get?name=secret`,
    `${API}/registered-models/get?name=absent`,
    `${API}/registered-models/alias?name=secret&alias=champion`,
    `${API}/registered-models/alias?name=delay&alias=challenger`,
    `${API}/model-versions/get?name=delay&version=2`,
    `${API}/model-versions/get-download-uri?name=secret&version=1`,
  ])('tells nobody of what they do not see: %s', async (url) => {
    expect(await world.call('GET', url, mia)).toMatchObject(missing);
  });

  it('is searched by name, tag and alias of the filter’s words', async () => {
    const by = (filter: string) => names(ada, `?filter=${encodeURIComponent(filter)}`);
    expect(await by("name ILIKE '%EL%'")).toEqual(['delay']);
    expect(await by("name LIKE 's_cret' ")).toEqual(['secret']);
    expect(await by("tags.team = 'blue' AND name != 'secret'")).toEqual(['delay']);
    expect(await by("tags.`team` = 'red'")).toEqual([]);
    expect(await names(ada, '?order_by=name+DESC&max_results=1')).toEqual(['secret']);
  });

  it.each([
    '?filter=owner+%3D+%27x%27',
    '?filter=name+%3D+%27a%27+OR+name+%3D+%27b%27',
    '?filter=name+%3D+%27a%27+AND+',
    '?order_by=owner',
    '?max_results=0',
    '?page_token=x',
  ])('refuses what it would have to ignore: %s', async (query) => {
    expect(await world.call('GET', `${API}/registered-models/search${query}`, ada)).toMatchObject(bad);
  });

  it('goes on where a page ended', async () => {
    const first = await world.call('GET', `${API}/registered-models/search?max_results=1`, ada);
    expect(await names(ada, `?max_results=1&page_token=${String(first['next_page_token'])}`)).toEqual(['secret']);
  });
});

describe('the files of a version', () => {
  const at = `${FILES}/svc-models/delay/3`;
  const listed = async (path: string, who: Principal) =>
    (await world.call('GET', `${FILES}?path=svc-models/${path}`, who))['files'];

  it('are listed by folder and read by those who see the model, and MLflow is not asked', async () => {
    expect(await listed('delay/3', mia)).toEqual([
      { path: 'MLmodel', is_dir: false, file_size: 11 },
      { path: 'artifacts', is_dir: true },
    ]);
    expect(await listed('delay/3/artifacts', mia)).toEqual([
      { path: 'served.pkl', is_dir: false, file_size: 5 },
      { path: 'deep', is_dir: true },
    ]);
    expect(await world.call('GET', `${at}/MLmodel`, mia)).toMatchObject({ status: 200 });
    expect(world.mlflow.reached).toEqual([]);
  });

  it.each([
    'svc-models/delay/3/absent',
    'svc-models/delay/2/MLmodel',
    'svc-models/delay',
    'svc-models/delay/03/MLmodel',
  ])('are not there: %s', async (path) => {
    expect(await world.call('GET', `${FILES}/${path}`, mia)).toMatchObject(missing);
  });

  it('are nobody’s to change, and for strangers not there', async () => {
    for (const method of ['PUT', 'DELETE'])
      expect(await world.call(method, `${at}/MLmodel`, ada, 'x')).toMatchObject(bad);
    expect(await world.call('GET', `${at}/MLmodel`, stu)).toMatchObject(missing);
    expect(world.mlflow.reached).toEqual([]);
  });
});
