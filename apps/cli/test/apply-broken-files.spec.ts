import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { connectedClient } from './connected-client';
import { aManifest } from './documents';
import { FakeService } from './fake-service';
import { writeFiles } from './write-files';

const FILES = {
  'svc.yaml': 'project: flights\n',
  'derivations/flown.py': 'from svc import derivation\n',
  'derivations/late.py': 'from svc import derivation\n',
  'lib/rules.py': 'LATE = 15\n',
  'metrics/departures.yaml': 'name: departures\ntype: simple\nsource: flown\nmeasure: { agg: count }\n',
};

describe('svc apply, where a file cannot be imported,', () => {
  const { svc, gateway, online } = connectedClient();
  let service: FakeService;
  let project: string;

  const write = (files: Readonly<Record<string, string>>) => writeFiles(project, files);
  const apply = () => online(['apply', project]);

  beforeEach(() => {
    gateway.forget();
    service = new FakeService(gateway);
    service.manifests = [
      aManifest({ name: 'late', file: 'derivations/late.py', inputs: { flown: { kind: 'derivation', ref: 'flown' } } }),
      aManifest(),
    ];
    service.serve({ datasets: [], derivations: ['flown', 'late'], metrics: ['departures'] });
    project = mkdtempSync(join(svc.directory, 'project-'));
    write(FILES);
  });

  const sent = (request: { readonly body: unknown } | undefined): readonly string[] =>
    Object.keys(z.object({ files: z.record(z.string(), z.string()) }).parse(request?.body).files);

  it('brings in everything else, and names its line', async () => {
    write({ 'derivations/broken.py': 'from svc import derivation\nimport nowhere\n' });
    const broken = [{ file: 'derivations/broken.py', line: 2, message: "No module named 'nowhere'" }];
    gateway.on('POST /api/derivations/describe', { body: { manifests: service.manifests, refused: {}, broken } });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout).toContain(
      "✗ derivation derivations/broken.py refused\n    derivations/broken.py:2: No module named 'nowhere'\n",
    );
    expect(stdout).toContain('+ derivation late created sound');
    expect(stdout).toContain('+ metric departures created');
    expect(sent(gateway.requests('PUT /api/derivations/late')[0])).not.toContain('derivations/broken.py');
  });

  it('says of a syntax error what is wrong, and not in five lines where', async () => {
    const message = 'File "derivations/late.py", line 2\n    def f(:\n          ^\nSyntaxError: invalid syntax';
    const manifests = service.manifests.filter((it) => it.name === 'flown');
    const broken = [{ file: 'derivations/late.py', line: 2, message }];
    gateway.on('POST /api/derivations/describe', { body: { manifests, refused: {}, broken } });
    expect((await apply()).stdout).toContain('\n    derivations/late.py:2: SyntaxError: invalid syntax\n');
  });

  it('applies no derivation when two of one name are declared: which is meant is not guessed', async () => {
    const message = "the derivation 'late' is declared in derivations/late.py and in derivations/flown.py";
    gateway.on('POST /api/derivations/describe', {
      status: 400,
      body: new ProblemError('invalid-source', message, {}).toProblem(),
    });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout).toContain(`✗ derivation derivations/ refused\n    ${message}`);
    expect(service.ran).toEqual([]);
  });
});
