import { ordinaryUser } from '@svc/testing';
import { conformsAsSandbox } from './sandbox.conformance';
import { SandboxFixture } from './sandbox.fixture';
import type { ServiceUser } from './service-user';

const ordinarily: ServiceUser = { run: ([program = '', ...args]) => ordinaryUser().run([program, ...args]) };

describe.each([
  ['the user it was started by', undefined],
  ['an ordinary user, who owns the rows', ordinarily],
])('bubblewrap, run by %s', (_, user) => {
  const fixture = new SandboxFixture();
  const sandbox = fixture.sandbox(user === undefined ? {} : { user });
  afterAll(() => fixture.remove());

  conformsAsSandbox(() => ({
    sandbox,
    request: (source, more) => fixture.request(source, more),
    parquet: (sql) => fixture.parquet(sql),
  }));
});
