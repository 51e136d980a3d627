import { endpoints } from '@svc/contracts';
import { z } from 'zod';
import { rows } from './made-for-attacks';
import { Attacker, value } from './wire';

let by: Attacker;
beforeAll(async () => {
  by = await Attacker.begin();
});

/** As they stand in an address; each decodes to something that is no name. */
const TRAVERSALS = [
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cwindows%5cwin.ini',
  '%252e%252e%252fetc',
  '%2fetc%2fpasswd',
  'a%00.csv',
  'a%0d%0aset-cookie:%20x=1',
  '%ef%bc%8e%ef%bc%8e%ef%bc%8fetc',
  '%c0%ae%c0%ae%c0%af',
  'file:%2f%2f%2fetc%2fpasswd',
];
const templated = endpoints.filter(({ path }) => path.includes('{'));
const cases = templated.flatMap((it) =>
  it.path
    .split('{')
    .slice(1)
    .map((part) => ({ name: it.name, method: it.method, path: it.path, parameter: part.split('}')[0] ?? '' })),
);

describe('a path out of the house', () => {
  it('is tried in every parameter of every address', () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  it.each(cases)('is refused as $parameter of $name', async ({ method, path, parameter }) => {
    for (const traversal of TRAVERSALS) {
      const address = path.replace(`{${parameter}}`, traversal).replaceAll(/\{\w+\}/g, 'x');
      const { status, headers, text, code } = await by.ask(
        method,
        address,
        method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } },
      );
      expect(`${address} ${String(status)} ${String(code)}`).toMatch(/ (400 invalid-request|404 not-found)$/);
      expect(text).not.toMatch(/root:x:0|\[fonts\]/);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});

const versions = z.object({ items: z.array(z.looseObject({ source: z.string() })) });

describe('the name of an uploaded file', () => {
  it.each([
    ['../../../../tmp/escaped.csv', 'escaped.csv'],
    ['..\\..\\escaped.csv', 'escaped.csv'],
    ['/etc/cron.d/escaped.csv', 'escaped.csv'],
    ['C:\\windows\\escaped.csv', 'escaped.csv'],
    ['\u202egpj.escaped.csv', 'gpj.escaped.csv'],
    ['e\u0007s\u001b[2Jcaped.csv', 'es[2Jcaped.csv'],
  ])('is its last part, without what moves a cursor: %j', async (fileName, kept) => {
    // Rows that nobody sent before: the same rows would be the version that is there, with the name it came by.
    const made = await by.upload(
      { name: 'attacked_file_name' },
      `${rows()}\n2014-01-01,x,a,${String(Buffer.from(fileName).length)}`,
      fileName,
    );
    expect(made.status).toBe(201);
    const listed = await by.ask('GET', '/api/datasets/attacked_file_name/versions');
    expect(value(versions, listed).items[0]?.source).toContain(kept);
    expect(listed.text).not.toMatch(/\.\.[/\\]|cron\.d|windows|\\u001b|\u202e/);
  });

  it.each(['x.csv"\r\nset-cookie: a=b\r\nx: "', 'x\0.csv'])(
    'with a line break or a zero makes no header and no file: %j',
    async (fileName) => {
      const head = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nattacked_file_name\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
      const answer = await by.ask('POST', '/api/datasets', {
        body: `${head}${rows()}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );

  it.each(['../x', 'x/../../y', '/etc/passwd', 'x\u0000', 'con:', '.', '..', 'x\r\ny', 'ｘ', 'x'.repeat(129)])(
    'cannot be smuggled in as the name of the dataset: %j',
    async (name) => {
      expect(await by.upload({ name }, rows(), 'rows.csv')).toMatchObject({ status: 400 });
    },
  );

  it('cannot name a staged file: `upload` is the gateway’s to say', async () => {
    const upload = JSON.stringify({ staged: '00000000-0000-0000-0000-000000000000', bytes: 1, file_name: 'x.csv' });
    expect(await by.upload({ name: 'attacked_staged', upload }, rows(), 'rows.csv')).toMatchObject({
      status: 400,
      code: 'invalid-request',
    });
  });
});

describe('a file of a project', () => {
  it.each([
    '../x.py',
    '/etc/x.py',
    'a/../../x.py',
    'a\\..\\x.py',
    'x.py\u0000',
    'x.so',
    '__pycache__/x.pyc',
    '-rf.py/../x',
  ])('cannot lie outside it or be no source: %j', async (file) => {
    expect(await by.send('POST', '/api/derivations/describe', { files: { [file]: 'x = 1' } })).toMatchObject({
      status: 400,
    });
  });
});
