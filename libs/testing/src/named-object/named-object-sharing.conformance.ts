import type { Principal } from '@svc/contracts';
import { CALLERS } from '../callers';
import type { NamedObjectCalls } from './named-object-calls';
import { code, MALFORMED, outcome, PROJECT, STALE } from './named-object-outcome';

const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;

/** Of `namedObjectConformance`: who sees an object, who says so, and what it is to everybody else. */
export function sharingConformance(calls: NamedObjectCalls): void {
  const {
    kind,
    noun: { life },
  } = calls;
  const named = (what: string): string => `${kind}_c_${what}`;

  describe(`sharing a ${kind}`, () => {
    beforeAll(() => calls.put(named('shared'), { said: PROJECT }));
    const share = async (change: Parameters<NamedObjectCalls['share']>[1], who: Principal, ifMatch?: string) =>
      outcome(
        '',
        calls.share(named('shared'), change, {
          who,
          ifMatch: ifMatch ?? (await calls.access(named('shared'), root)).etag,
        }),
      );

    it('is for its owner and admins, who name what they have read', async () => {
      const change = { visibility: 'private' };
      expect(await share(change, mia)).toMatchObject({ code: 'forbidden' });
      expect(await code(calls.share(named('shared'), change))).toBe('precondition-required');
      for (const tag of [STALE, ...MALFORMED])
        expect(await share(change, ada, tag)).toMatchObject({ code: 'precondition-failed' });
      expect(await calls.access(named('shared'))).toMatchObject({ visibility: 'project' });
      expect(await share({ visibility: 'groups', groups: ['red', 'green', 'red'] }, ada)).toMatchObject({
        code: 'answered',
      });
      expect(await calls.access(named('shared'), mia)).toMatchObject({
        visibility: 'groups',
        groups: ['green', 'red'],
      });
      expect(await share(change, stu)).toMatchObject({ code: 'not-found' });
      expect(await share(PROJECT, root, '*')).toMatchObject({ code: 'answered' });
      expect(await calls.access(named('shared'))).toMatchObject({ owner: ada.id, visibility: 'project', groups: [] });
    });

    it('changes nothing but that', async () => {
      const before = await calls.get(named('shared'));
      await share({ visibility: 'groups', groups: ['red'] }, ada);
      expect(await calls.get(named('shared'))).toEqual(before);
      await share(PROJECT, ada);
    });

    it('lets one of several win that have read the same, and tells the others the current tag', async () => {
      const { etag } = await calls.access(named('shared'));
      const met = await Promise.all(
        Array.from({ length: 8 }, (_, n) => share({ visibility: 'groups', groups: [`team-${n}`] }, ada, etag)),
      );
      const now = await calls.access(named('shared'));
      expect(met.filter((it) => it.code === 'answered')).toHaveLength(1);
      for (const it of met.filter(({ code: refused }) => refused !== 'answered'))
        expect(it).toEqual({ code: 'precondition-failed', text: expect.stringContaining(now.etag) });
      await share(PROJECT, ada);
    });

    it('hands it over: who had it is then one of the others', async () => {
      await calls.put(named('handed'));
      const { etag } = await calls.access(named('handed'));
      await calls.share(named('handed'), { visibility: 'private', owner: mia.id }, { ifMatch: etag });
      expect(await code(calls.get(named('handed')))).toBe('not-found');
      expect(await calls.access(named('handed'), mia)).toMatchObject({ owner: mia.id, visibility: 'private' });
    });
  });

  describe(`a ${kind} that is not seen`, () => {
    const [hidden, never] = ['qqqqqqqqqqqq', 'wwwwwwwwwwww'];
    beforeAll(() => calls.put(hidden));

    it('is none, in every word of every operation', async () => {
      const ways: ((name: string) => Promise<unknown>)[] = [
        (name) => calls.get(name, stu),
        (name) => calls.access(name, stu),
        (name) => calls.export(name, stu),
        (name) => calls.share(name, PROJECT, { who: stu, ifMatch: '*' }),
        (name) => calls.share(name, PROJECT, { who: stu }),
        ...(life.put.ifMatch ? [(name: string) => calls.put(name, { who: stu, ifMatch: STALE })] : []),
        ...(life.remove === undefined ? [] : [(name: string) => calls.remove(name, { who: stu, ifMatch: '*' })]),
        ...(life.remove === undefined ? [] : [(name: string) => calls.remove(name, { who: stu })]),
        ...(life.history === undefined ? [] : [(name: string) => calls.history(name, stu)]),
      ];
      for (const way of ways) {
        const met = await outcome(hidden, way(hidden));
        expect(met.code).not.toBe('answered');
        expect(met).toEqual(await outcome(never, way(never)));
      }
      expect(await calls.names(stu)).not.toContain(hidden);
    });

    it('keeps its name, and says nothing else', async () => {
      expect(await outcome(hidden, calls.put(hidden, { who: stu }))).toMatchObject({
        code: 'conflict',
        text: expect.stringContaining('The name \\"NAME\\" is taken; choose another.'),
      });
      expect(await calls.access(hidden)).toMatchObject({ owner: ada.id });
    });
  });
}
