import fc from 'fast-check';
import { isPlainPath, TRACKING_CALLS, trackingCall } from './tracking';

const P = '/ml-tracking';
const CREATE = `${P}/api/2.0/mlflow/runs/create`;

describe('the calls that the mount of MLflow lets through', () => {
  it('are found by their method and path, under both of its prefixes', () => {
    expect(trackingCall('POST', CREATE)).toMatchObject({ effect: 'write', kind: 'store' });
    expect(trackingCall('POST', `${P}/ajax-api/2.0/mlflow/runs/create`)).toMatchObject({ effect: 'write' });
    expect(trackingCall('GET', `${P}/`)).toMatchObject({ kind: 'page' });
    expect(trackingCall('GET', `${P}/api/2.0/mlflow/logged-models/m-1`)?.params).toEqual({ model_id: 'm-1' });
    expect(trackingCall('PUT', `${P}/api/2.0/mlflow-artifacts/artifacts/1/a%20b/c.txt`)?.params).toEqual({
      path: '1/a b/c.txt',
    });
  });

  it('never register, rename, change or delete a registered model, a version or an alias', () => {
    const changing = TRACKING_CALLS.filter(
      ({ route, effect }) => /registered-models|model-versions/.test(route) && effect !== 'read',
    );
    expect(changing).toEqual([]);
  });

  it.each([
    ['POST', 'registered-models/create'],
    ['POST', 'registered-models/rename'],
    ['PATCH', 'registered-models/update'],
    ['DELETE', 'registered-models/delete'],
    ['POST', 'registered-models/alias'],
    ['DELETE', 'registered-models/alias'],
    ['POST', 'registered-models/set-tag'],
    ['DELETE', 'registered-models/delete-tag'],
    ['POST', 'model-versions/create'],
    ['PATCH', 'model-versions/update'],
    ['POST', 'model-versions/transition-stage'],
    ['DELETE', 'model-versions/delete'],
    ['POST', 'model-versions/set-tag'],
    ['DELETE', 'model-versions/delete-tag'],
  ])('leave out %s %s, whatever its prefix, its version and its case', (method, call) => {
    for (const api of ['api', 'ajax-api', 'API'])
      for (const version of ['2.0', '3.0', '1.2', 'preview'])
        for (const name of [call, call.toUpperCase(), `${call}/`, `/${call}`])
          expect(trackingCall(method, `${P}/${api}/${version}/mlflow/${name}`)).toBeNull();
  });

  it.each([
    ['GET', '/graphql'],
    ['POST', '/graphql'],
    ['POST', '/ajax-api/2.0/mlflow/gateway-proxy'],
    ['GET', '/ajax-api/2.0/mlflow/gateway-proxy'],
    ['GET', '/model-versions/get-artifact'],
    ['POST', '/ajax-api/2.0/mlflow/upload-artifact'],
    ['POST', '/ajax-api/2.0/mlflow/runs/create-promptlab-run'],
    ['POST', '/api/2.0/mlflow/webhooks'],
    ['POST', '/api/2.0/mlflow/artifacts/presigned-upload-url'],
    ['POST', '/api/2.0/mlflow-artifacts/mpu/create/1/x'],
    ['GET', '/api/2.0/mlflow-artifacts/presigned/1/x'],
    ['POST', '/api/3.0/mlflow/gateway/secrets/create'],
    ['POST', '/api/3.0/mlflow/workspaces'],
    ['POST', '/v1/traces'],
    ['POST', '/ajax-api/3.0/jobs/'],
    ['GET', ''],
    ['OPTIONS', '/api/2.0/mlflow/runs/create'],
    ['HEAD', '/api/2.0/mlflow/runs/get'],
    ['get', '/api/2.0/mlflow/runs/get'],
  ])('leave out %s %s', (method, path) => {
    expect(trackingCall(method, `${P}${path}`)).toBeNull();
  });

  it.each([
    `${CREATE}/`,
    `${P}//api/2.0/mlflow/runs/create`,
    `${P}/api/2.0/mlflow/runs//create`,
    `${P}/api/2.0/mlflow/runs/%63reate`,
    `${P}/api/2.0/mlflow/./runs/create`,
    `${P}/static-files/../api/2.0/mlflow/runs/create`,
    `${P}/api/2.0/mlflow/runs/create;x=1`,
    `${P}/api/2.0/mlflow/runs\\create`,
    `/ml-tracking/../ml-tracking/api/2.0/mlflow/runs/create`,
    `/ml%2Dtracking/api/2.0/mlflow/runs/create`,
    `/ml-tracking2/api/2.0/mlflow/runs/create`,
  ])('are not reached by another spelling of the path: %s', (path) => {
    expect(trackingCall('POST', path)).toBeNull();
    expect(trackingCall('GET', path)).toBeNull();
  });

  it.each([
    '..%2f2%2fx',
    '%2e%2e/2/x',
    '1/%2e%2e/2',
    '1/%252e%252e/2',
    '1%2f..%2f2',
    '1/a%5c..%5cb',
    '1//x',
    '1/%00',
    '1/%ff',
    '1/x/',
  ])('name no file but the one they seem to: %s', (path) => {
    expect(trackingCall('GET', `${P}/api/2.0/mlflow-artifacts/artifacts/${path}`)).toBeNull();
  });

  it('hold, for every path that is let through, what a second reader finds in it too', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '/', '%', '2', 'e', '.', 'f', '5', 'c', '\\', ' ', 'é')), (parts) => {
        const sent = parts.join('');
        const call = trackingCall('GET', `${P}/api/2.0/mlflow-artifacts/artifacts/${encodeURI(sent)}`);
        const path = call?.params['path'];
        if (path === undefined) return;
        expect(isPlainPath(path)).toBe(true);
        expect(decodeURIComponent(path)).toBe(path);
      }),
    );
  });
});
