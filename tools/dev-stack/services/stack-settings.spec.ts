import { resolve } from 'node:path';
import { combineSettings, knownVariables } from './stack-settings';

const KNOWN = new Set(['SVC_QUERY_POOL_SIZE', 'SVC_QUERY_TIMEOUT_SECONDS', 'SVC_LOG_LEVEL', 'SVC_OIDC_CLIENT_SECRET']);
const MANAGED = new Set(['SVC_WAREHOUSE']);

describe('what ./svc up is told to set', () => {
  it('by the compute block of svc.yaml reaches the services', () => {
    expect(combineSettings({}, { queryPoolSize: 4, queryTimeoutSeconds: 60 }, KNOWN, MANAGED)).toEqual({
      variables: { SVC_QUERY_POOL_SIZE: '4', SVC_QUERY_TIMEOUT_SECONDS: '60' },
      lines: ['compute.queryPoolSize = 4 (svc.yaml)', 'compute.queryTimeoutSeconds = 60 (svc.yaml)'],
    });
  });

  it('by the environment reaches them too, and wins', () => {
    expect(combineSettings({ SVC_QUERY_POOL_SIZE: '8' }, { queryPoolSize: 4 }, KNOWN, MANAGED)).toEqual({
      variables: { SVC_QUERY_POOL_SIZE: '8' },
      lines: [
        'compute.queryPoolSize (svc.yaml) is overridden by SVC_QUERY_POOL_SIZE in the environment',
        'SVC_QUERY_POOL_SIZE (environment)',
      ],
    });
  });

  it('is never passed over in silence', () => {
    const given = { SVC_QUERY_POOLSIZE: '8', SVC_WAREHOUSE: '/tmp', SVC_URL: 'http://x' };
    expect(combineSettings(given, { spendLimit: '10' }, KNOWN, MANAGED)).toEqual({
      variables: {},
      lines: [
        'compute.spendLimit (svc.yaml) has no effect in this version',
        'SVC_QUERY_POOLSIZE is ignored: no service reads it',
        'SVC_WAREHOUSE is ignored: ./svc up sets it itself',
      ],
    });
  });

  it('may be a secret in a file, whose path is shown and whose value never is', () => {
    expect(combineSettings({ SVC_OIDC_CLIENT_SECRET_FILE: '/run/x' }, {}, KNOWN, MANAGED)).toEqual({
      variables: { SVC_OIDC_CLIENT_SECRET_FILE: '/run/x' },
      lines: ['SVC_OIDC_CLIENT_SECRET_FILE (environment)'],
    });
  });

  it('is known by the configuration of the services', () => {
    expect([...knownVariables(resolve(__dirname, '..', '..', '..'))]).toEqual(
      expect.arrayContaining(['SVC_QUERY_POOL_SIZE', 'SVC_LOG_LEVEL', 'SVC_OIDC_ISSUER']),
    );
  });
});
