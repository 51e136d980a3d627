import {
  deleteSavedQuery,
  describeProject,
  draftDerivation,
  getSavedQuery,
  listSavedQueries,
  type Principal,
  putSavedQuery,
} from '@svc/contracts';
import { EDITOR, OTHER } from './compute-harness';
import { problemOf } from './problem-of';
import { harness, STRANGER } from './query-service-calls';

describe('a saved query', () => {
  const put = (name: string, body: object, ifMatch?: string, principal = EDITOR) =>
    harness.gateway.call(
      putSavedQuery,
      {
        params: { name },
        query: {},
        body: { sql: 'SELECT 1', ...body },
        ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
      },
      { principal },
    );
  const read = (name: string, principal = EDITOR) =>
    harness.gateway.call(getSavedQuery, { params: { name }, query: {} }, { principal });
  const remove = (name: string, ifMatch?: string, principal = EDITOR) =>
    harness.gateway.call(
      deleteSavedQuery,
      { params: { name }, query: {}, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
      { principal },
    );
  const names = async (principal: Principal) =>
    (await harness.gateway.call(listSavedQueries, { params: {}, query: {} }, { principal })).items.map(
      ({ name }) => name,
    );

  it('is kept, replaced by who has seen it, and deleted', async () => {
    const first = await put('late', { sql: 'SELECT * FROM flights WHERE delay > $least', parameters: { least: 3 } });
    expect(first).toMatchObject({
      name: 'late',
      owner: EDITOR.id,
      version: 1,
      definition: { description: '', parameters: { least: 3 }, visibility: 'private' },
    });
    expect(await read('late')).toEqual(first);
    expect(await put('late', first.definition, first.etag)).toEqual(first);
    expect(await problemOf(put('late', {}))).toMatchObject({ code: 'precondition-required' });
    const second = await put('late', { description: 'changed' }, first.etag);
    expect(second).toMatchObject({ version: 2, created_at: first.created_at });
    expect(await problemOf(put('late', {}, first.etag))).toMatchObject({
      code: 'precondition-failed',
      data: { etag: second.etag },
    });
    expect(await problemOf(put('nothing', {}, first.etag))).toMatchObject({ code: 'precondition-failed' });
    expect(await problemOf(remove('late', first.etag))).toMatchObject({ code: 'precondition-failed' });
    expect(await remove('late', second.etag)).toEqual({ deleted: true });
    expect(await problemOf(read('late'))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(remove('late', second.etag))).toMatchObject({ code: 'not-found' });
  });

  it("is seen by its owner, and by all when it is the project's; others cannot change it, admins can", async () => {
    const own = await put('own', {});
    const shared = await put('shared', { visibility: 'project' });
    expect([await names(EDITOR), await names(STRANGER)]).toEqual([['own', 'shared'], ['shared']]);
    expect(await problemOf(read('own', STRANGER))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(remove('own', own.etag, STRANGER))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(put('own', {}, undefined, STRANGER))).toMatchObject({ code: 'conflict' });
    expect(await problemOf(put('shared', { description: 'mine' }, shared.etag, STRANGER))).toMatchObject({
      code: 'forbidden',
    });
    expect(await put('shared', { description: 'better', visibility: 'project' }, shared.etag, OTHER)).toMatchObject({
      owner: EDITOR.id,
      version: 2,
    });
  });

  it('is one when many save it at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put('contended', { description: String(n) }).then(
          () => 'saved',
          (error: unknown) => error,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'saved')).toHaveLength(1);
    for (const one of outcomes) if (one !== 'saved') expect(one).toMatchObject({ code: 'precondition-required' });
  });

  it.each(['DROP TABLE x', "FROM read_csv('/etc/passwd')", 'SELECT', 'SELECT 1; SELECT 2'])(
    'is refused for what could not run: %s',
    async (statement) => {
      expect(await problemOf(put('refused', { sql: statement }))).toMatchObject({ code: 'invalid-sql' });
    },
  );

  it('is refused for characters that are not valid text', async () => {
    expect(await problemOf(put('refused', { description: 'a\0' }))).toMatchObject({ code: 'invalid-request' });
    expect(await problemOf(put('refused', { parameters: { a: ['\ud800'] } }))).toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('a statement promoted to a derivation', () => {
  const draft = (statement: string, name = 'late_flights') =>
    harness.gateway.call(
      draftDerivation,
      { params: {}, query: {}, body: { name, sql: statement, question: 'Late "flights"\nare \\ late' } },
      { principal: EDITOR },
    );

  it.each([
    ['SELECT carrier, delay, day FROM flights WHERE delay IS NOT NULL', ['carrier', 'delay', 'day']],
    ["SELECT carrier,\n       delay -- why\nFROM flights\nWHERE carrier <> ''", ['carrier', 'delay']],
    [
      "SELECT carrier,\n \"delay\", '\\n' AS odd, 'é\u2028' AS odder FROM flights",
      ['carrier', 'delay', 'odd', 'odder'],
    ],
  ])('is source that declares what it says: %j', async (statement, columns) => {
    const drafted = await draft(statement);
    expect(drafted).toMatchObject({ file: 'derivations/late_flights.py', inputs: { flights: 'dataset' } });
    expect(drafted.evidence.length).toBeGreaterThan(2);
    expect(drafted.source).toContain(`from the first ${String(drafted.rows_examined)} rows`);
    const { manifests } = await harness.gateway.call(
      describeProject,
      { files: { [drafted.file]: drafted.source } },
      { principal: EDITOR },
    );
    const fields = columns.map((name) => ({ name }));
    expect(manifests).toMatchObject([
      {
        name: 'late_flights',
        inputs: { flights: { kind: 'dataset', ref: 'flights' } },
        claim: { kind: 'table', question: 'Late "flights"\nare \\ late' },
        contract: { fields },
      },
    ]);
  });

  it('may be called what Python calls something else', async () => {
    const drafted = await draft('SELECT carrier FROM flights', 'class');
    const { manifests } = await harness.gateway.call(
      describeProject,
      { files: { [drafted.file]: drafted.source } },
      { principal: EDITOR },
    );
    expect(manifests).toMatchObject([{ name: 'class' }]);
  });

  it('is refused for two columns of one name, which no table has', async () => {
    expect(await problemOf(draft('SELECT carrier AS a, delay AS A FROM flights'))).toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringContaining('rename one'),
    });
    expect(await problemOf(draft('SELECT a.carrier, b.carrier FROM flights a, flights b'))).toMatchObject({
      code: 'invalid-sql',
    });
  });

  it.each([
    ['SELECT carrier, [1, 2] AS both FROM flights -- a list', /"both" has the type INTEGER\[\].*unnest it/],
    ['SELECT carrier, INTERVAL 1 DAY AS long FROM flights;', /"long" has the type INTERVAL/],
    ['EXPLAIN SELECT carrier FROM flights', /EXPLAIN/],
  ])('is refused for what no table holds: %s', async (statement, detail) => {
    expect(await problemOf(draft(statement))).toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringMatching(detail),
    });
  });

  it('is refused for what could not run without parameters', async () => {
    expect(await problemOf(draft('SELECT * FROM flights WHERE delay > $1'))).toMatchObject({ code: 'invalid-sql' });
    expect(await problemOf(draft('FROM nothing'))).toMatchObject({ code: 'not-found' });
  });
});
