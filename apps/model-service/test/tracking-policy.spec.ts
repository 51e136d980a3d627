import { CALLERS } from '@svc/testing';
import { z } from 'zod';
import { API, bad, FILES, missing, TrackingWorld } from './tracking-world';

const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;

let world: TrackingWorld;
beforeEach(() => {
  world = new TrackingWorld();
});

describe('an experiment', () => {
  it.each([
    ['its owner', ada, ['1', '2']],
    ['who sees its model', mia, ['2']],
    ['who owns another', stu, ['3']],
    ['an admin', root, ['0', '1', '2', '3']],
  ])('is listed for %s', async (_, who, ids) => {
    const found = await world.call('POST', `${API}/experiments/search`, who, { max_results: 10 });
    const listed = z.array(z.object({ experiment_id: z.string() })).parse(found['experiments']);
    expect(listed.map((it) => it.experiment_id)).toEqual(ids);
    expect(found['next_page_token']).toBe('n');
  });

  it.each([
    ['GET', `${API}/experiments/get?experiment_id=1`, undefined],
    ['GET', `${API}/experiments/get-by-name?experiment_name=exp+1`, undefined],
    ['GET', `${API}/runs/get?run_id=run1`, undefined],
    ['GET', `${API}/runs/get?run_uuid=run1`, undefined],
    ['GET', `${API}/runs/get?run_id=run3&run_id=run1`, undefined],
    ['GET', `${API}/runs/get?run_id=run3&run_uuid=run1`, undefined],
    ['GET', `${API}/metrics/get-history?run_id=run1&metric_key=a`, undefined],
    [
      'GET',
      `/ml-tracking/ajax-api/2.0/mlflow/metrics/get-history-bulk?run_id=run3&run_id=run1&metric_key=a`,
      undefined,
    ],
    ['GET', `${API}/metrics/get-history-bulk-interval?run_ids=run1&metric_key=a`, undefined],
    ['GET', `${API}/artifacts/list?run_id=run1`, undefined],
    ['GET', `/ml-tracking/get-artifact?run_uuid=run1&path=a`, undefined],
    ['GET', `${API}/logged-models/m-1`, undefined],
    ['GET', `${FILES}/1/x/artifacts/a.txt`, undefined],
    ['GET', `${FILES}?path=1/x`, undefined],
    ['PUT', `${FILES}/1/x/artifacts/a.txt`, 'bytes'],
    ['DELETE', `${FILES}/1/x`, undefined],
    ['POST', `${API}/runs/search`, { experiment_ids: ['3', '1'] }],
    ['POST', `${API}/runs/create`, { experiment_id: '1' }],
    ['POST', `${API}/runs/log-batch`, { run_id: 'run1', params: [] }],
    ['POST', `${API}/runs/log-batch`, { run_id: 'run3', metrics: [{ key: 'a', value: 1, model_id: 'm-1' }] }],
    ['POST', `${API}/runs/log-inputs`, { run_id: 'run3', models: [{ model_id: 'm-1' }] }],
    ['POST', `${API}/runs/set-tag`, { run_id: 'run1', run_uuid: 'run3', key: 'a', value: 'b' }],
    ['POST', `${API}/runs/delete`, { run_id: 'run1' }],
    ['POST', `${API}/experiments/delete`, { experiment_id: '1' }],
    ['POST', `${API}/experiments/update`, { experiment_id: '1', new_name: 'mine' }],
    ['POST', `${API}/logged-models`, { experiment_id: '3', source_run_id: 'run1' }],
    ['POST', `${API}/logged-models/search`, { experiment_ids: ['1'] }],
    ['PATCH', `${API}/logged-models/m-3`, { model_id: 'm-1', status: 'READY' }],
    ['DELETE', `${API}/logged-models/m-1`, undefined],
  ])('of somebody else, its runs, files and models do not exist: %s %s %j', async (method, url, body) => {
    expect(await world.call(method, url, stu, body)).toMatchObject(missing);
    expect(world.mlflow.reached).toEqual([]);
  });

  it('is used by those who see it', async () => {
    await world.call('POST', `${API}/runs/log-batch`, mia, { run_id: 'run2', params: [{ key: 'a', value: 'b' }] });
    await world.call('PUT', `${FILES}/2/run2/artifacts/a%20b.txt`, mia, 'bytes');
    await world.call('GET', `${API}/runs/get?run_id=run3`, stu);
    expect(world.mlflow.reached.map((it) => `${it.method} ${it.path}`)).toEqual([
      `POST ${API}/runs/log-batch`,
      `PUT ${FILES}/2/run2/artifacts/a%20b.txt`,
    ]);
    expect(world.mlflow.reached[0]?.body).toEqual({ run_id: 'run2', params: [{ key: 'a', value: 'b' }] });
  });

  it('is its creator’s, whatever they say of it', async () => {
    await world.call('POST', `${API}/experiments/create`, stu, {
      name: 'mine',
      tags: [{ key: 'team', value: 'x' }],
      extra: 1,
    });
    expect(world.mlflow.reached[0]?.body).toEqual({
      name: 'mine',
      tags: [
        { key: 'team', value: 'x' },
        { key: 'svc.owner', value: stu.id },
      ],
    });
  });

  it('is of a model only for those who see the model', async () => {
    const tags = [{ key: 'svc.model', value: 'delay' }];
    expect(await world.call('POST', `${API}/experiments/create`, stu, { name: 'a', tags })).toMatchObject(bad);
    expect(await world.call('POST', `${API}/experiments/create`, mia, { name: 'a', tags })).toMatchObject({
      status: 200,
    });
    expect(world.mlflow.reached).toHaveLength(1);
  });

  it.each([
    { name: 'a', artifact_location: 'http://169.254.169.254/latest' },
    { name: 'a', artifact_location: 's3://bucket' },
    { name: 'a', artifactLocation: 'http://169.254.169.254/latest' },
    { name: 'a', tags: [{ key: 'svc.owner', value: 'user:ada' }] },
    { name: 'a', tags: 'svc.owner' },
    { artifact_location: 'x' },
  ])('is not created with %j', async (body) => {
    expect(await world.call('POST', `${API}/experiments/create`, stu, body)).toMatchObject(bad);
    expect(world.mlflow.reached).toEqual([]);
  });
});

describe('a call', () => {
  it.each([
    ['POST', `${API}/experiments/set-experiment-tag`, { experiment_id: '3', key: 'svc.owner', value: ada.id }],
    ['POST', `${API}/experiments/delete-experiment-tag`, { experiment_id: '3', key: 'svc.owner' }],
    ['POST', `${API}/runs/log-batch`, { run_id: 'run3', tags: [{ key: 'svc.x', value: '' }] }],
    ['DELETE', `${API}/logged-models/m-3/tags/svc.owner`, undefined],
  ])('sets no tag of the service: %s %s', async (method, url, body) => {
    expect(await world.call(method, url, stu, body)).toMatchObject(bad);
    expect(world.mlflow.reached).toEqual([]);
  });

  it.each([
    ['POST', `${API}/runs/search`, { max_results: 5 }],
    ['POST', `${API}/runs/search`, { experiment_ids: [], run_id: 'run3' }],
    ['POST', `${API}/runs/create`, {}],
    ['POST', `${API}/logged-models/search`, { experiment_ids: [], model_id: 'm-3' }],
    ['POST', `${API}/runs/log-batch`, { params: [] }],
    ['POST', `${API}/runs/log-batch`, { runId: 'run1' }],
    ['POST', `${API}/runs/search`, { experiment_ids: [3] }],
    ['POST', `${API}/runs/search`, { experiment_ids: { a: '3' } }],
    ['POST', `${API}/runs/create`, '"{}"'],
    ['POST', `${API}/runs/create`, '{"experiment_id": "3"'],
    ['POST', `${API}/runs/create`, '[]'],
    ['GET', `${API}/runs/get?runId=run1`, undefined],
    ['GET', `${API}/artifacts/list?run_id=run3&path=../../1`, undefined],
    ['GET', `${API}/artifacts/list?run_id=run3&path=%252e%252e/1`, undefined],
    ['GET', `${FILES}?path=3/../1`, undefined],
    ['GET', FILES, undefined],
    ['GET', `${FILES}/secret.txt`, undefined],
    ['GET', `${FILES}/..3/x`, undefined],
  ])('that MLflow could read in another way is refused: %s %s %j', async (method, url, body) => {
    expect(await world.call(method, url, stu, body)).toMatchObject(bad);
    expect(world.mlflow.reached).toEqual([]);
  });

  it('without an experiment is told how to choose one, since MLflow’s default one is nobody’s', async () => {
    const answer = await world.call('POST', `${API}/runs/create`, stu, { experiment_id: '0' });
    expect(answer).toMatchObject(missing);
    expect(answer.message).toContain('mlflow.set_experiment');
  });

  it('makes a run in the caller’s name', async () => {
    const tags = [
      { key: 'mlflow.user', value: 'ada' },
      { key: 'a', value: 'b' },
    ];
    await world.call('POST', `${API}/runs/create`, stu, { experiment_id: '3', user_id: 'ada', tags });
    expect(world.mlflow.reached[0]?.body).toMatchObject({
      user_id: stu.id,
      tags: [
        { key: 'a', value: 'b' },
        { key: 'mlflow.user', value: stu.id },
      ],
    });
  });
});
