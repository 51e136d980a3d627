import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { METRIC, prepareTargets, runToEnd } from './made-for-attacks';
import { Attacker, value } from './wire';

let by: Attacker;
let listener: Server;
let url: string;
const heard: string[] = [];
beforeAll(async () => {
  by = await Attacker.begin();
  await prepareTargets(by);
  listener = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('a,b\n1,2\n');
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${String(address.port)}` : '';
});
afterAll(() => new Promise((resolve) => listener.close(resolve)));

const ROOT = path.resolve(__dirname, '..', '..');
/** Names of this run: what an earlier one left would want its tag. */
const RUN = Date.now().toString(36);
const BOARD = `attacked_board_${RUN}`;
const CALLER = `attacked_outgoing_${RUN}`;

/** Where the services call out, and who says whither: the operator's settings, never a caller. */
const OUTGOING = {
  'apps/cert-service/src/audit/anchor/adapters':
    'anchors of the audit log: SVC_ANCHOR_WEBHOOK, SVC_ANCHOR_BUCKET_ENDPOINT',
  'libs/webhook/src': 'what posts to an address that an operator named, for the anchors',
  'apps/gateway/src/request/pass-on.ts':
    'model-service, for the tracking server: SVC_TRACKING_URL; callers name a path alone',
  'apps/model-service/src/tracking/adapters/ask-over-socket.ts': 'the unix socket of the tracking server, and no host',
  'apps/gateway/src/oidc/adapters': 'the identity provider: SVC_OIDC_ISSUER and what its discovery document names',
};

/** A request of its own: Node's, the platform's `fetch` (no method or parameter of that name), or a client library's. */
function callsOut(source: string): boolean {
  const declaresFetch = /\b(async|private|readonly|public) fetch\(|\bfetch\??: \(/.test(source);
  // What only reads an address opens no connection.
  const imports = source.replaceAll(/import \{ isIP(v4|v6)? \} from 'node:net';/g, '');
  const asks = (!declaresFetch && /(?<![.\w])fetch\(/.test(source)) || /\bhttps?\.(request|get)\(/.test(source);
  return (
    asks ||
    /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(imports) ||
    /import (?!type)[^;]*from '(undici|axios|openid-client|(node:)?(net|tls|dgram))'|import\('@aws-sdk\/client-s3'\)/.test(
      imports,
    )
  );
}

describe('calls that leave the machine', () => {
  it('are made in few places, all by the operator’s settings', () => {
    const sources = [
      'apps/gateway',
      'apps/cert-service',
      'apps/compute-service',
      'apps/metrics-service',
      'apps/model-service',
      'apps/feature-service',
      'libs/platform',
      'libs/warehouse',
      'libs/runner',
      'libs/certified-data',
      'libs/duckdb-sql',
      'libs/charts',
      'libs/svg',
      'libs/webhook',
      'libs/closest-name',
    ].flatMap((it) =>
      readdirSync(path.join(ROOT, it, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(it, 'src', file),
      ),
    );
    const calling = sources
      .filter((it) => it.endsWith('.ts') && !it.endsWith('.spec.ts'))
      .filter((it) => callsOut(readFileSync(path.join(ROOT, it), 'utf8')));
    expect(calling.filter((it) => !Object.keys(OUTGOING).some((place) => it.startsWith(place)))).toEqual([]);
    expect(calling.length).toBeGreaterThanOrEqual(Object.keys(OUTGOING).length);
  });

  it('are not made for a statement', async () => {
    for (const sql of [
      `select * from read_csv('${url}/sql.csv')`,
      `select * from '${url}/sql.csv'`,
      `attach '${url}/x.db'`,
      `install x from '${url}'`,
      `select * from read_text('${url}/x')`,
    ]) {
      expect((await by.sql(sql)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('are not made for text that names an address: descriptions, dashboards and their pictures', async () => {
    const text = `![x](${url}/image.png) <img src="${url}/img.svg"> [x](${url})`;
    const widgets = [
      { id: 'note', type: 'text', title: text.slice(0, 200), gridPos: { x: 0, y: 0, w: 8, h: 4 }, content: text },
      { id: 'count', type: 'metric', title: 'Rows', gridPos: { x: 8, y: 0, w: 8, h: 4 }, bind: { metric: METRIC } },
    ];
    const board = {
      specVersion: '1.0',
      kind: 'Dashboard',
      name: BOARD,
      title: 'x',
      description: text,
      pages: [{ name: 'overview', title: 'x', widgets }],
    };
    expect(await by.send('PUT', `/api/dashboards/${BOARD}`, board)).toMatchObject({ status: 200 });
    expect(
      await by.ask('POST', `/api/dashboards/${BOARD}/publish`, {
        body: '{}',
        headers: {
          'content-type': 'application/json',
          'if-match': (await by.ask('GET', `/api/dashboards/${BOARD}`)).headers.get('etag') ?? '',
        },
      }),
    ).toMatchObject({ status: 200 });
    for (const form of ['svg', 'png'])
      expect(await by.ask('GET', `/api/dashboards/${BOARD}/pages/overview.${form}`)).toMatchObject({ status: 200 });
    expect(await by.ask('GET', `/api/dashboards/${BOARD}/grafana`)).toMatchObject({ status: 200 });
  });

  it('are not made by a derivation, whose sandbox has no network, not even this machine', async () => {
    const source = [
      'from svc import derivation',
      'import urllib.request',
      '',
      '@derivation(inputs={})',
      `def ${CALLER}(ctx):`,
      '    """Calls home."""',
      `    return [{"a": urllib.request.urlopen("${url}/derivation", timeout=5).status}]`,
    ].join('\n');
    expect(await by.send('PUT', `/api/derivations/${CALLER}`, { files: { 'x.py': source } })).toMatchObject({
      status: 200,
    });
    await runToEnd(by, CALLER);
    expect(
      value(
        z.looseObject({ newest_run: z.looseObject({ outcome: z.string(), reason: z.string().nullable() }) }),
        await by.ask('GET', `/api/derivations/${CALLER}`),
      ).newest_run,
    ).toMatchObject({ outcome: 'failed' });
    const atImport = source.replace(
      'import urllib.request',
      `import urllib.request\nurllib.request.urlopen("${url}/describe", timeout=5)`,
    );
    expect(
      value(
        z.object({ broken: z.array(z.object({ file: z.string(), line: z.int() })) }),
        await by.send('POST', '/api/derivations/describe', { files: { 'x.py': atImport } }),
      ),
    ).toEqual({ broken: [{ file: 'x.py', line: 3 }] });
  });

  it('are not made to where a sign-in or a header says', async () => {
    for (const query of [`return_to=${url}`, `return_to=//${new URL(url).host}`, `issuer=${url}`])
      expect((await by.ask('GET', `/api/session/oidc?${query}`, { token: null })).status).toBeGreaterThanOrEqual(400);
    await by.ask('GET', '/api/me', {
      headers: {
        referer: url,
        origin: url,
        'x-forwarded-for': url,
        forwarded: `for=${url}`,
        'x-original-url': url,
        destination: url,
      },
    });
  });

  it('were none: the listener heard nothing', () => {
    expect(heard).toEqual([]);
  });
});
