import { maySee, type ObjectAccess, type Principal, VISIBILITIES } from '@svc/contracts';
import { casesOf, type PrivateServer, startPostgres } from '@svc/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { seenBy } from './seen-by.sql';

const GROUPS = ['red', 'blue', 'o\'red"{}', 'blau, grün', 'NULL'];
const groups = fc.subarray(GROUPS);
const objects = fc.array(
  fc.record({
    owner: fc.constantFrom('user:ada', 'user:bob'),
    visibility: fc.constantFrom(...VISIBILITIES),
    groups,
  }) satisfies fc.Arbitrary<ObjectAccess>,
  { minLength: 1, maxLength: 12 },
);
const caller = fc.record({
  id: fc.constantFrom('user:ada', 'user:eve', 'service:cert'),
  kind: fc.constantFrom('user', 'token', 'service'),
  role: fc.constantFrom('viewer', 'editor', 'admin'),
  scopes: fc.constant([]),
  groups: fc.array(
    fc.oneof(fc.constantFrom(...GROUPS), fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '')),
    { maxLength: 4 },
  ),
}) satisfies fc.Arbitrary<Principal>;

describe('who sees an object, asked of a table', () => {
  let postgres: PrivateServer;
  let database: Client;
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false });
    database = new Client({ connectionString: postgres.url });
    await database.connect();
    await database.query('CREATE TEMP TABLE object (place int, owner text, visibility text, groups text[])');
  });
  afterAll(async () => {
    await database.end();
    await postgres.stop();
  });

  it('is who sees it, by the one rule', async () => {
    await fc.assert(
      fc.asyncProperty(objects, caller, async (all, who) => {
        await database.query('TRUNCATE object');
        for (const [place, { owner, visibility, groups: named }] of all.entries())
          await database.query('INSERT INTO object VALUES ($1, $2, $3, $4)', [place, owner, visibility, named]);
        const { sql, values } = seenBy(who, 2);
        const { rows } = await database.query<{ place: number }>(
          `SELECT place FROM object WHERE place >= $1 AND ${sql} ORDER BY place`,
          [0, ...values],
        );
        expect(rows.map(({ place }) => place)).toEqual(
          [...all.keys()].filter((place) => {
            const one = all[place];
            return one !== undefined && maySee(one, who);
          }),
        );
      }),
      { seed: 20261120, numRuns: casesOf(300) },
    );
  });
});
