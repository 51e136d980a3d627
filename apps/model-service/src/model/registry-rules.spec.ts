import type { Verdict } from '@svc/contracts';
import fc from 'fast-check';
import { decide, EMPTY_REGISTRY, type Registry, type RegistryAct, type RegistryEvent } from './registry-rules';

const registry = (versions: readonly number[], aliases: Readonly<Record<string, number>> = {}): Registry => ({
  lastNumber: Math.max(0, ...versions),
  versions: new Set(versions),
  aliases: new Map(Object.entries(aliases)),
});
const created = (version: number): RegistryEvent => ({ type: 'model_version.created', version });
const alias = (name: string, version: number | null, previous: number | null): RegistryEvent => ({
  type: 'alias.updated',
  alias: name,
  version,
  previous,
});
const trained = (verdict: Verdict): RegistryAct => ({ kind: 'trained', verdict });
const promote = (version: number, to = 'champion'): RegistryAct => ({ kind: 'promote', alias: to, version });
const release = (name: string): RegistryAct => ({ kind: 'release', alias: name });
const remove = (version: number): RegistryAct => ({ kind: 'delete-version', version });

/** Section 3 of the specification and the events of section 6: state, trigger, next state, events. */
const TRANSITIONS: readonly [
  says: string,
  before: Registry,
  act: RegistryAct,
  after: Registry,
  events: readonly RegistryEvent[],
][] = [
  [
    'the first version, certified sound, becomes champion',
    EMPTY_REGISTRY,
    trained('sound'),
    registry([1], { champion: 1 }),
    [created(1), alias('champion', 1, null)],
  ],
  [
    'the first version, found unsound, stays unaliased',
    EMPTY_REGISTRY,
    trained('unsound'),
    registry([1]),
    [created(1)],
  ],
  [
    'the first version that the oracle could not certify stays unaliased',
    EMPTY_REGISTRY,
    trained('inconclusive'),
    registry([1]),
    [created(1)],
  ],
  [
    'a later version is the first sound one and no version holds the alias: champion',
    registry([1, 2]),
    trained('sound'),
    registry([1, 2, 3], { champion: 3 }),
    [created(3), alias('champion', 3, null)],
  ],
  [
    'a version never displaces a champion, sound or not',
    registry([1], { champion: 1 }),
    trained('sound'),
    registry([1, 2], { champion: 1 }),
    [created(2)],
  ],
  [
    'nor one that a person promoted although it was not certified',
    registry([1], { champion: 1 }),
    trained('inconclusive'),
    registry([1, 2], { champion: 1 }),
    [created(2)],
  ],
  [
    'another alias does not make a champion of anything',
    registry([1], { challenger: 1 }),
    trained('sound'),
    registry([1, 2], { challenger: 1, champion: 2 }),
    [created(2), alias('champion', 2, null)],
  ],
  [
    'a person promotes what the oracle could not certify',
    registry([1]),
    promote(1),
    registry([1], { champion: 1 }),
    [alias('champion', 1, null)],
  ],
  [
    'champion at A, promote B: champion at B',
    registry([1, 2], { champion: 1 }),
    promote(2),
    registry([1, 2], { champion: 2 }),
    [alias('champion', 2, 1)],
  ],
  [
    'promoting the champion again changes nothing and tells nobody',
    registry([1], { champion: 1 }),
    promote(1),
    registry([1], { champion: 1 }),
    [],
  ],
  [
    'another alias moves and leaves the champion alone',
    registry([1, 2], { champion: 1, shadow: 1 }),
    promote(2, 'shadow'),
    registry([1, 2], { champion: 1, shadow: 2 }),
    [alias('shadow', 2, 1)],
  ],
  [
    'an alias that is taken away names nothing',
    registry([1], { champion: 1 }),
    release('champion'),
    registry([1]),
    [alias('champion', null, 1)],
  ],
  ['taking away what is not there changes nothing', registry([1]), release('champion'), registry([1]), []],
  [
    'a version is deleted',
    registry([1, 2], { champion: 2 }),
    remove(1),
    { ...registry([2], { champion: 2 }) },
    [{ type: 'model_version.deleted', version: 1 }],
  ],
  [
    'a model is deleted with all it has; its numbers stay used',
    registry([1, 2], { champion: 2 }),
    { kind: 'delete-model' },
    { ...registry([]), lastNumber: 2 },
    [{ type: 'registered_model.deleted' }],
  ],
  [
    'the number of a deleted version is not used again',
    { ...registry([1]), lastNumber: 2 },
    trained('unsound'),
    registry([1, 3]),
    [created(3)],
  ],
];

describe('the transitions of a registered model', () => {
  it.each(TRANSITIONS)('%s', (_, before, act, after, events) => {
    expect(decide(before, act)).toEqual({ after, events });
  });

  it.each<[string, Registry, RegistryAct, object]>([
    [
      'a version that does not exist is not promoted',
      registry([1]),
      promote(2),
      { refused: 'no-such-version', version: 2 },
    ],
    ['nor deleted', registry([1]), remove(2), { refused: 'no-such-version', version: 2 }],
    [
      'a version that an alias names is not deleted',
      registry([1, 2], { champion: 1, shadow: 1 }),
      remove(1),
      { refused: 'named-by-alias', version: 1, aliases: ['champion', 'shadow'] },
    ],
  ])('%s', (_, before, act, refusal) => {
    expect(decide(before, act)).toEqual(refusal);
  });

  it('keep in any order: aliases name versions that exist, the champion moves by a person alone once there is one, and numbers rise', () => {
    const act = fc.oneof(
      fc.constantFrom<Verdict>('sound', 'unsound', 'inconclusive').map(trained),
      fc
        .record({ version: fc.integer({ min: 1, max: 6 }), to: fc.constantFrom('champion', 'shadow') })
        .map((it) => promote(it.version, it.to)),
      fc.constantFrom('champion', 'shadow').map(release),
      fc.integer({ min: 1, max: 6 }).map(remove),
      fc.constant<RegistryAct>({ kind: 'delete-model' }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        let now = EMPTY_REGISTRY;
        for (const one of acts) {
          const outcome = decide(now, one);
          if ('refused' in outcome) continue;
          const { after } = outcome;
          expect(after.lastNumber).toBeGreaterThanOrEqual(now.lastNumber);
          for (const version of after.aliases.values()) expect(after.versions.has(version)).toBe(true);
          const champion = now.aliases.get('champion');
          if (one.kind === 'trained' && champion !== undefined) expect(after.aliases.get('champion')).toBe(champion);
          now = after;
        }
      }),
      { seed: 17 },
    );
  });
});
