import { ordinaryUser } from '@svc/testing';
import { conformsAsRunner } from './runner.conformance';
import { SandboxFixture } from './sandbox.fixture';
import type { ServiceUser } from './bubblewrap/service-user';

const ordinarily: ServiceUser = { run: ([program = '', ...args]) => ordinaryUser().run([program, ...args]) };

describe.each([
  ['the user it was started by', {}],
  ['an ordinary user, who owns the rows', { user: ordinarily }],
  ['a service that may make no control groups', { groups: null }],
])('bubblewrap, run by %s', (_, options) => {
  const fixture = new SandboxFixture();
  const runner = fixture.runner(options);
  afterAll(() => fixture.remove());

  conformsAsRunner(() => ({
    runner,
    request: (source, more) => fixture.request(source, more),
    parquet: (sql) => fixture.parquet(sql),
  }));
});
