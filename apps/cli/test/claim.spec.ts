import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectedClient } from './connected-client';
import { aJob } from './documents';
import { events } from './fake-service';

const RUN = '00000000-0000-4000-8000-000000000002';
const SUGGESTED = {
  derivation: 'visits',
  run: RUN,
  data_hash: `sha256:${'4'.repeat(64)}`,
  claim: { question: 'Is B higher?', kind: 'comparison', roles: { group: 'side', value: 'height' }, declared: {} },
  lines: [{ pointer: '/roles/group', reason: 'side has 2 values' }],
  sample: null,
};

describe('svc claim suggest', () => {
  const { gateway, online: run, svc } = connectedClient();

  it('asks the service about a derivation, and prints the draft with its reasons', async () => {
    const job = aJob({ state: 'succeeded', result: SUGGESTED });
    gateway.on('POST /api/derivations/visits/claim/suggest', { status: 202, body: job });
    gateway.on(`GET /api/jobs/${job.id}/events`, events([job]));
    const { code, stdout, stderr } = await run(['claim', 'suggest', 'visits', '--json']);
    expect({ code, claim: JSON.parse(stdout).claim }).toEqual({ code: 0, claim: SUGGESTED.claim });
    expect(stderr).toContain(`of run ${RUN}`);
  });

  it('reads a file without asking anybody', async () => {
    const before = gateway.received.length;
    writeFileSync(join(svc.directory, 'a.csv'), 'side,height\na,1\nb,2\n');
    expect((await run(['claim', 'suggest', 'a.csv', '--json'])).code).toBe(0);
    expect((await run(['claim', 'suggest', './missing', '--json'])).code).not.toBe(0);
    expect(gateway.received.length).toBe(before);
  });
});
