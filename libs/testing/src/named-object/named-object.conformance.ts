import { type OwnedKind, ownedNounOf, type Principal } from '@svc/contracts';
import { CALLERS } from '../callers';
import { type KeepsNamedObjects, NamedObjectCalls } from './named-object-calls';
import { code, MALFORMED, outcome, PROJECT, STALE } from './named-object-outcome';
import { sharingConformance } from './named-object-sharing.conformance';

const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;
const HOSTILE_CURSORS = [
  '',
  'zzz',
  '%',
  '0',
  'W10',
  '\0',
  'x'.repeat(1000),
  Buffer.from('after:\0').toString('base64url'),
];
const RED = { visibility: 'groups', groups: 'red' } as const;

/**
 * What every kind of named object does, whichever service keeps it: called once inside of a spec of that service, which has
 * started by the time tests run. `CALLERS` are who it is asked as. Names begin with the kind, then `_c_`.
 */
export function namedObjectConformance(kind: OwnedKind, service: KeepsNamedObjects): void {
  const calls = new NamedObjectCalls(kind, service);
  const { life, exports } = ownedNounOf(kind);
  const named = (what: string): string => `${kind}_c_${what}`;

  describe(`a new ${kind}`, () => {
    it('is its maker’s alone, unless its registration says who sees it', async () => {
      await calls.put(named('mine'));
      expect(await calls.access(named('mine'))).toMatchObject({ owner: ada.id, visibility: 'private', groups: [] });
      await calls.put(named('reds'), { said: RED });
      expect(await calls.access(named('reds'), mia)).toMatchObject({
        owner: ada.id,
        visibility: 'groups',
        groups: ['red'],
      });
      await calls.put(named('ours'), { said: PROJECT });
      expect(await calls.access(named('ours'), stu)).toMatchObject({
        owner: ada.id,
        visibility: 'project',
        groups: [],
      });
      const sees = async (who: Principal) =>
        Promise.all(['mine', 'reds', 'ours'].map((it) => code(calls.get(named(it), who))));
      expect(await sees(ada)).toEqual(['answered', 'answered', 'answered']);
      expect(await sees(root)).toEqual(['answered', 'answered', 'answered']);
      expect(await sees(mia)).toEqual(['not-found', 'answered', 'answered']);
      expect(await sees(stu)).toEqual(['not-found', 'not-found', 'answered']);
    });

    it('is what a registration speaks of: putting it again may only say what holds', async () => {
      await calls.put(named('again'), { said: RED });
      const again = async (said: object) =>
        outcome('', calls.put(named('again'), { said, n: 1, ifMatch: await calls.etag(named('again')) }));
      for (const said of [PROJECT, { visibility: 'groups', groups: 'blue,red' }])
        expect(await again(said)).toMatchObject({
          code: 'invalid-request',
          text: expect.stringContaining('"pointer":"/query/visibility"'),
        });
      for (const said of [RED, {}]) expect(await again(said)).toMatchObject({ code: 'answered' });
      expect(await calls.access(named('again'))).toMatchObject({ visibility: 'groups', groups: ['red'] });
    });

    if (life.put.ifMatch) {
      it('is refused to a caller who names a version, since there is none', async () => {
        for (const ifMatch of [STALE, '*', ...MALFORMED])
          expect(await code(calls.put(named('never'), { ifMatch }))).toBe('precondition-failed');
        expect(await code(calls.get(named('never')))).toBe('not-found');
      });

      it('is one when many create it at once', async () => {
        const met = await Promise.all(
          Array.from({ length: 8 }, (_, n) => code(calls.put(named('contended'), { n, said: PROJECT }))),
        );
        expect(met.filter((it) => it === 'answered')).toHaveLength(1);
        const refused = ['precondition-required', 'precondition-failed', 'conflict'];
        expect(met.filter((it) => it !== 'answered' && !refused.includes(it))).toEqual([]);
      });
    }
  });

  if (life.put.ifMatch)
    describe(`changing a ${kind}`, () => {
      it('needs the tag of what is there, or "*"; every other tag is refused', async () => {
        await calls.put(named('changed'));
        const put = (n: number, ifMatch?: string) =>
          outcome('', calls.put(named('changed'), { n, ...(ifMatch === undefined ? {} : { ifMatch }) }));
        const first = await calls.etag(named('changed'));
        expect(await put(1)).toMatchObject({ code: 'precondition-required' });
        for (const tag of [STALE, ...MALFORMED])
          expect(await put(1, tag)).toMatchObject({
            code: 'precondition-failed',
            text: expect.stringContaining(first),
          });
        expect(await calls.etag(named('changed'))).toBe(first);
        expect(await put(1, first)).toMatchObject({ code: 'answered' });
        const second = await calls.etag(named('changed'));
        expect(second).not.toBe(first);
        expect(await put(2, first)).toMatchObject({ code: 'precondition-failed' });
        expect(await put(2, '*')).toMatchObject({ code: 'answered' });
        expect(await calls.etag(named('changed'))).not.toBe(second);
      });

      it('lets one of several win that have read the same', async () => {
        await calls.put(named('raced'));
        const ifMatch = await calls.etag(named('raced'));
        const met = await Promise.all(
          Array.from({ length: 8 }, (_, n) => code(calls.put(named('raced'), { n: n + 1, ifMatch }))),
        );
        expect([...met].sort()).toEqual(['answered', ...Array.from({ length: 7 }, () => 'precondition-failed')]);
      });
    });

  describe(`the list of every ${kind}`, () => {
    beforeAll(async () => {
      for (const it of ['a', 'b', 'c', 'd', 'e'])
        await calls.put(named(`listed_${it}`), { said: it === 'b' || it === 'd' ? {} : PROJECT });
    });
    const shown = (names: readonly string[]) =>
      names.filter((it) => it.startsWith(named('listed_'))).map((it) => it.slice(-1));

    it('has each that is seen once, by name, over pages of any size', async () => {
      for (const limit of [1, 2, 500]) {
        const [his, hers] = [await calls.names(stu, limit), await calls.names(ada, limit)];
        expect([shown(his), shown(hers)]).toEqual([
          ['a', 'c', 'e'],
          ['a', 'b', 'c', 'd', 'e'],
        ]);
        expect(his).toEqual([...new Set(his)].sort());
      }
    });

    it('has full pages of what is seen, however much lies between', async () => {
      const all = await calls.names(stu);
      const page = await calls.page(stu, { limit: all.length });
      expect([page.items.length, page.next_cursor]).toEqual([all.length, null]);
    });

    it('refuses a cursor that no page gave, and says so', async () => {
      const { next_cursor: given } = await calls.page(ada, { limit: 1 });
      if (given === null) throw new Error('one page held everything');
      for (const cursor of [...HOSTILE_CURSORS, `${given}=`, given.slice(1)])
        expect(await outcome('', calls.page(ada, { cursor }))).toMatchObject({
          code: 'invalid-request',
          text: expect.stringContaining('"pointer":"/query/cursor"'),
        });
    });
  });

  sharingConformance(calls);

  if (life.remove !== undefined)
    describe(`deleting a ${kind}`, () => {
      it('needs the tag of what is there, or "*"; then it is gone', async () => {
        await calls.put(named('doomed'), { said: PROJECT });
        const etag = await calls.etag(named('doomed'));
        expect(await code(calls.remove(named('doomed')))).toBe('precondition-required');
        for (const ifMatch of [STALE, ...MALFORMED])
          expect(await code(calls.remove(named('doomed'), { ifMatch }))).toBe('precondition-failed');
        expect(await calls.remove(named('doomed'), { ifMatch: etag })).toEqual({ deleted: true });
        expect(await code(calls.get(named('doomed')))).toBe('not-found');
        expect(await code(calls.access(named('doomed')))).toBe('not-found');
        expect(await code(calls.remove(named('doomed'), { ifMatch: etag }))).toBe('not-found');
        expect(await calls.names(ada)).not.toContain(named('doomed'));
        await calls.put(named('doomed'), { who: stu });
        expect(await calls.access(named('doomed'), stu)).toMatchObject({ owner: stu.id, visibility: 'private' });
      });

      it('leaves a name that was hidden to those who saw it, if its history is kept; else to anybody', async () => {
        await calls.put(named('buried'));
        await calls.remove(named('buried'), { ifMatch: await calls.etag(named('buried')) });
        expect(await code(calls.put(named('buried'), { who: stu }))).toBe(
          life.tombstone === true ? 'conflict' : 'answered',
        );
        if (life.tombstone !== true) return;
        await calls.put(named('buried'));
        expect(await calls.access(named('buried'))).toMatchObject({ owner: ada.id, visibility: 'private' });
      });
    });

  describe(`a ${kind} as a document`, () => {
    const document = (what: string, who = ada) => calls.export(named(what), who);

    it('says whose it is and who sees it, to whoever does', async () => {
      await calls.put(named('told_of'), { said: RED });
      const access = { owner: ada.id, visibility: 'groups', groups: ['red'] };
      for (const who of [ada, mia, root])
        expect(await document('told_of', who)).toMatchObject({ schema: 'svc.export/v1', kind: exports.kind, access });
      expect(await code(document('told_of', stu))).toBe('not-found');
    });

    if (life.remove !== undefined)
      it('becomes the same object when it is put again, seen by the same people', async () => {
        await calls.put(named('carried'), { said: RED });
        const [before, etag] = [await document('carried'), await calls.etag(named('carried'))];
        await calls.remove(named('carried'), { ifMatch: etag });
        await calls.restore(named('carried'), before);
        expect(await calls.access(named('carried'), mia)).toMatchObject({ owner: ada.id, groups: ['red'] });
        expect(exports.body?.(await document('carried'))).toEqual(exports.body?.(before));
        expect(await calls.etag(named('carried'))).toBe(etag);
      });
  });

  if (life.history !== undefined)
    describe(`the history of a ${kind}`, () => {
      it('has a version for each change, and none for the same again', async () => {
        const put = async (n: number) =>
          calls.put(named('told'), { n, ...(n === 0 ? {} : { ifMatch: await calls.etag(named('told')) }) });
        for (const n of [0, 1, 1, 2]) await put(n);
        expect(await calls.history(named('told'))).toHaveLength(3);
        expect(await code(calls.history(named('told'), stu))).toBe('not-found');
      });

      if (life.remove !== undefined)
        it('goes on when the name of a deleted one is used again, and is shown meanwhile where it lasts', async () => {
          const lasts = life.historyLasts === true;
          await calls.remove(named('told'), { ifMatch: await calls.etag(named('told')) });
          expect(await code(calls.history(named('told')))).toBe(lasts ? 'answered' : 'not-found');
          if (lasts) expect(await calls.history(named('told'))).toHaveLength(4);
          expect(await code(calls.history(named('told'), stu))).toBe('not-found');
          await calls.put(named('told'));
          expect(await calls.history(named('told'))).toHaveLength(lasts ? 5 : 4);
        });
    });
}
