import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { aManifest } from './documents';
import { refusal } from './fake-gateway';
import { FakeService } from './fake-service';
import { writeFiles } from './write-files';

const FILES = {
  'svc.yaml':
    'project: flights\ndatasets:\n  - name: flights\n    path: data/flights.csv\n    description: Every flight\n    null_values: ["", "NA"]\n',
  'data/flights.csv': 'carrier\nB6\nDL\nUA\n',
  'derivations/flown.py': 'from svc import derivation\n',
  'derivations/late.py': 'from svc import derivation\n',
  'lib/rules.py': 'LATE = 15\n',
  'lib/query.sql': 'select 1\n',
  'fetch.py': 'print("fetch")\n',
  '.venv/site.py': 'not ours\n',
  'metrics/rates.yaml':
    '- name: late_share\n  type: ratio\n  numerator: late_count\n  denominator: departures\n- name: late_count\n  type: simple\n  source: flown\n  measure: { agg: sum, column: late }\n',
  'metrics/departures.yaml': 'name: departures\ntype: simple\nsource: flown\nmeasure: { agg: count }\n',
};
const NAMES = {
  datasets: ['flights'],
  derivations: ['flown', 'late'],
  metrics: ['departures', 'late_count', 'late_share'],
};

describe('svc apply', () => {
  const { svc, gateway, online } = connectedClient();
  let service: FakeService;
  let project: string;

  const write = (files: Readonly<Record<string, string>>) => writeFiles(project, files);
  const apply = (...args: string[]) => online(['apply', project, ...args]);
  const writes = () =>
    gateway.received
      .filter((it) => it.method !== 'GET' && !it.path.endsWith('/describe') && !it.path.endsWith('/run'))
      .map((it) => `${it.method} ${it.path}`);

  beforeEach(() => {
    gateway.forget();
    service = new FakeService(gateway);
    service.manifests = [
      aManifest({ name: 'late', file: 'derivations/late.py', inputs: { flown: { kind: 'derivation', ref: 'flown' } } }),
      aManifest(),
    ];
    service.serve(NAMES);
    project = mkdtempSync(join(svc.directory, 'project-'));
    write(FILES);
  });

  it('loads everything, each object after its inputs', async () => {
    const { code, stdout, stderr } = await apply();
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((it) => !it.startsWith(' '))).toEqual([
      '+ dataset flights created',
      '+ derivation flown created sound',
      '+ derivation late created sound',
      '+ metric departures created',
      '+ metric late_count created',
      '+ metric late_share created',
      '',
    ]);
    expect(service.ran).toEqual(['flown', 'late']);
    expect(stderr).toMatch(/flights: 6 objects, 6 changed\n$/);
  });

  const said = () =>
    gateway.received
      .filter((it) => it.method === 'PUT' || it.path === '/api/datasets')
      .map((it) => Object.fromEntries(it.query));

  it('registers what is new for the project, of whose repository it is', async () => {
    await apply();
    expect(said()).toEqual(Array.from({ length: 6 }, () => ({ visibility: 'project' })));
  });

  it('registers it for whom svc.yaml says instead', async () => {
    const settings = FILES['svc.yaml'];
    write({ 'svc.yaml': `${settings}\nvisibility: groups\ngroups: [ops, finance]\n` });
    await apply();
    expect(said()).toEqual(Array.from({ length: 6 }, () => ({ visibility: 'groups', groups: 'ops,finance' })));
  });

  it.each([
    ['visibility: groups', /svc\.yaml:\d+: groups must be named/],
    ['groups: [ops]', /svc\.yaml:\d+: groups must be named/],
    ['visibility: everybody', /svc\.yaml:\d+: visibility/],
    ['visibility: groups\ngroups: ["a,b"]', /svc\.yaml:\d+: groups\[0\]: must not contain a comma/],
  ])('refuses a svc.yaml with %j before it sends anything', async (line, message) => {
    write({ 'svc.yaml': `${FILES['svc.yaml']}\n${line}\n` });
    const { code, stderr } = await apply();
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(gateway.received).toEqual([]);
  });

  it('changes nothing the second time, and does not even send the rows', async () => {
    await apply();
    gateway.received.length = 0;
    const { code, stdout } = await apply();
    expect(code).toBe(0);
    expect(stdout.match(/unchanged/g)).toHaveLength(6);
    expect(writes()).toEqual([]);
  });

  it('sends what changed and nothing else, with the version it replaces', async () => {
    await apply();
    gateway.received.length = 0;
    write({
      'data/flights.csv': 'carrier\nAA\n',
      'metrics/departures.yaml': `${FILES['metrics/departures.yaml']}label: Departures\n`,
    });
    const { stdout } = await apply();
    expect(writes()).toEqual(['POST /api/datasets', 'PUT /api/metrics/departures']);
    expect(gateway.requests('PUT /api/metrics/departures')[0]?.headers['if-match']).toMatch(/^"sha256:e+"$/);
    expect(stdout).toMatch(/~ metric departures updated/);
  });

  it('sends the rows again when the service has other ones', async () => {
    await apply();
    gateway.received.length = 0;
    const dataset = service.datasets.get('flights');
    if (dataset !== undefined)
      service.datasets.set('flights', {
        ...dataset,
        version: { ...dataset.version, data_hash: `sha256:${'9'.repeat(64)}` },
      });
    await apply();
    expect(writes()).toEqual(['POST /api/datasets']);
  });

  it('sends the whole project’s own sources, and nothing that is not its own', async () => {
    symlinkSync('/etc/hostname', join(project, 'lib', 'outside.sql'));
    await apply();
    expect(gateway.requests('POST /api/derivations/describe')[0]?.body).toEqual({
      files: Object.fromEntries(
        ['derivations/flown.py', 'derivations/late.py', 'fetch.py', 'lib/query.sql', 'lib/rules.py'].map((name) => [
          name,
          readFileSync(join(project, name), 'utf8'),
        ]),
      ),
    });
  });

  it('continues after a refusal, reports the reason, and ends with 6', async () => {
    service.endings.set('flown', { verdict: 'unsound', reason: 'It reverses within carriers.' });
    const { code, stdout } = await apply();
    expect(code).toBe(6);
    expect(stdout).toMatch(/\+ derivation flown created unsound\n {4}It reverses within carriers\./);
    expect(stdout).toMatch(/✗ metric departures refused\n {4}"flown" is not certified: its claim is unsound\./);
    expect(stdout).toContain('derivation late created sound');
  });

  it('says of a derivation whose data are still to come that it is registered and did not run', async () => {
    gateway.on('POST /api/derivations/late/run', refusal('not-found', 'There is no dataset "flights".'));
    const { code, stdout, stderr } = await apply();
    expect(code).not.toBe(0);
    expect(stdout).toMatch(
      /✗ derivation late created\n {4}It is registered and did not run: There is no dataset "flights"\./,
    );
    expect(stderr).toMatch(/: 6 objects, 6 changed, 1 failed or refused/);
    const again = await apply();
    expect(again.stdout).toMatch(/✗ derivation late refused\n {4}There is no dataset "flights"\./);
  });

  it('loads everything except a derivation with a malformed claim, and names its file and line', async () => {
    const problem = new ProblemError('invalid-claim', 'There is no kind "comparisom".').toProblem();
    gateway.on('POST /api/derivations/describe', {
      body: { manifests: service.manifests, refused: { late: problem } },
    });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /✗ derivation late refused\n {4}derivations\/late\.py(:\d+)?: There is no kind "comparisom"\./,
    );
    expect(stdout).toMatch(/\+ derivation flown created sound/);
    expect(stdout).toMatch(/\+ metric departures created/);
  });

  it('takes an unsound claim for an answer, unless told that all must be sound', async () => {
    service.endings.set('late', { verdict: 'unsound' });
    expect((await apply()).code).toBe(0);
    expect((await apply('--require-sound')).code).toBe(6);
  });

  it('ends with 1 when a run fails', async () => {
    service.endings.set('late', { verdict: null, outcome: 'failed', reason: 'It ran out of memory.' });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ derivation late failed\n {4}It ran out of memory\./);
  });

  it('runs everything again with --force', async () => {
    await apply();
    await apply('--force');
    expect(service.ran).toEqual(['flown', 'late', 'flown', 'late']);
  });

  it('reports to programs in one document', async () => {
    const { stdout } = await apply('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      project: 'flights',
      items: [
        { kind: 'dataset', name: 'flights', change: 'created' },
        { kind: 'derivation', verdict: 'sound' },
        {},
        {},
        {},
        {},
      ],
    });
  });

  it.each([
    [
      'an unknown key',
      { 'svc.yaml': 'project: flights\ndatasets:\n  - name: flights\n    pth: data/flights.csv\n' },
      /svc\.yaml:4: "pth" is not a known key; did you mean "path"\? Keys: name, path, format/,
    ],
    [
      'an unknown key at the top',
      { 'svc.yaml': 'project: flights\ndataset: []\n' },
      /svc\.yaml:2: "dataset" is not a known key; did you mean "datasets"\?/,
    ],
    [
      'a missing key',
      { 'svc.yaml': 'project: flights\ndatasets:\n  - path: x.csv\n' },
      /svc\.yaml:3: datasets\[0\]\.name: is missing; it is of type string/,
    ],
    [
      'a path that leaves the project',
      { 'svc.yaml': 'project: flights\ndatasets:\n  - name: flights\n    path: ../secret.csv\n' },
      /svc\.yaml:4: datasets\[0\]\.path: must be a path inside the project/,
    ],
    [
      'a dataset listed twice',
      { 'svc.yaml': 'project: flights\ndatasets:\n  - { name: a, path: a.csv }\n  - { name: a, path: b.csv }\n' },
      /svc\.yaml:4: dataset "a" is listed twice/,
    ],
    ['broken YAML', { 'svc.yaml': 'project: [flights\n' }, /svc\.yaml:2: /],
    [
      'an unknown key in a metric',
      {
        'metrics/departures.yaml':
          'name: departures\ntype: simple\nsource: flown\nmeasure: { agg: count }\ndimension: [carrier]\n',
      },
      /metrics\/departures\.yaml:5: "dimension" is not a known key; did you mean "dimensions"\?/,
    ],
    [
      'an expression that its comma tears',
      { 'metrics/net.yaml': '- { name: net, type: derived, expression: a - coalesce(b, 0) }\n' },
      /metrics\/net\.yaml:1: "0\)" is not a known key: in braces a text ends at a comma/,
    ],
    [
      'an aggregation that does not exist',
      { 'metrics/rates.yaml': '- name: late_count\n  type: simple\n  source: flown\n  measure:\n    agg: summ\n' },
      /metrics\/rates\.yaml:5: \[0\]\.measure\.agg: /,
    ],
    [
      'a metric defined twice',
      { 'metrics/again.yaml': FILES['metrics/departures.yaml'] },
      /metrics\/departures\.yaml:1: metric "departures" is defined in metrics\/again\.yaml:1 already/,
    ],
  ])('refuses %s with its line, before anything is sent', async (_, files, message) => {
    write(files);
    const { code, stderr } = await apply();
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(gateway.received).toEqual([]);
  });

  it('says where a project would be when there is none', async () => {
    const { code, stderr } = await svc.run(['apply', 'nowhere'], { env: { SVC_URL: gateway.url } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/there is no svc\.yaml in .*nowhere/);
  });

  it('names a missing file and continues with the rest', async () => {
    cpSync(join(project, 'data/flights.csv'), join(project, 'data/copy.csv'));
    write({
      'svc.yaml':
        'project: flights\ndatasets:\n  - { name: planes, path: data/planes.csv }\n  - { name: flights, path: data/copy.csv }\n',
    });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ dataset planes failed\n {4}no such file: data\/planes\.csv/);
    expect(stdout).toContain('+ dataset flights created');
  });
});
