import type { Principal, Revocation, Run } from '@svc/contracts';
import type { Damage } from '@svc/warehouse';
import { aDerivation, aManifest, anIdentity, aRun, aTable } from '../../../test/builders';
import type { StoredDerivation } from '../../definition/derivation.ports';
import type { StoredRun } from '../run';
import { readKey, StandingInChain } from './standing-in-chain';

const ROWS = `sha256:${'4'.repeat(64)}`;
const OTHER_ROWS = `sha256:${'8'.repeat(64)}`;
const ANN: Principal = { id: 'ann', kind: 'user', role: 'viewer', scopes: [], groups: [] };
const REVOKED: Revocation = { by: 'bob', at: '2026-01-01T00:00:00Z', reason: 'the feed was wrong.' };

/** `top` stands on `middle`, which stands on `bottom`; each has run and is sound by itself. */
class World {
  readonly derivations = new Map<string, StoredDerivation>();
  readonly newest = new Map<string, StoredRun>();
  readonly withdrawn = new Map<string, Revocation>();
  readonly damaged = new Map<string, Damage>();

  constructor() {
    this.add('bottom', null).add('middle', 'bottom').add('top', 'middle');
  }

  add(name: string, below: string | null, over: Partial<Run> = {}): this {
    const inputs = below === null ? aManifest().inputs : { source: { kind: 'derivation' as const, ref: below } };
    this.derivations.set(name, aDerivation({ name, inputs }));
    const ran: Run['inputs'] = below === null ? anIdentity().inputs : { source: ROWS };
    this.newest.set(name, aRun({ derivation: name, inputs: ran, ...over }));
    return this;
  }

  standing(name = 'top', who = ANN) {
    const derivation = this.derivations.get(name);
    if (derivation === undefined) throw new Error(`no ${name}`);
    return new StandingInChain(this, who).of(derivation);
  }
}

describe('a derivation with derivations as inputs', () => {
  it('is certified while everything below it is', () => {
    expect(new World().standing()).toMatchObject({ certified: true, causes: [] });
  });

  it.each<[string, Partial<Run>, RegExp]>([
    ['is found unsound', { verdict: 'unsound', reason: 'carrier explains it' }, /carrier explains it/],
    ['is revoked', { revoked: REVOKED }, /revoked by bob at 2026-01-01T00:00:00Z: the feed was wrong/],
    ['fails', { outcome: 'failed', verdict: null, reason: 'raised' }, /failed: raised/],
  ])('is withdrawn as soon as something far below it %s, with the chain of causes', (_, over, reason) => {
    const now = new World().add('bottom', null, over).standing();
    expect(now).toMatchObject({
      certified: false,
      reason: expect.stringMatching(/^It depends on "middle", which depends on "bottom"\. /),
      causes: [{ derivation: 'middle' }, { derivation: 'bottom', reason: expect.stringMatching(reason) }],
    });
    expect(now.reason).toMatch(reason);
  });

  it('loses its certification when an input is deleted', () => {
    const world = new World();
    world.derivations.delete('bottom');
    expect(world.standing()).toMatchObject({
      certified: false,
      reason: expect.stringContaining('no longer exists'),
    });
  });

  it('loses its certification when the rows that it read are revoked, even if newer rows are certified', () => {
    const world = new World().add('bottom', null, {});
    world.newest.set('bottom', { ...aRun({ derivation: 'bottom' }), table: aTable({ data_hash: OTHER_ROWS }) });
    expect(world.standing('middle')).toMatchObject({ certified: true });
    world.withdrawn.set(readKey({ derivation: 'bottom', dataHash: ROWS }), REVOKED);
    expect(world.standing('middle')).toMatchObject({
      certified: false,
      reason: expect.stringContaining('The version that was read has been revoked by bob'),
    });
  });

  describe('whose stored rows are damaged', () => {
    const damage = (object: string): Damage => ({ object, foundAt: '2026-03-01T00:00:00Z', detail: 'block 3 differs' });
    const rowsOf = (world: World, name: string, object: string): void => {
      const run = aRun({ derivation: name, inputs: world.newest.get(name)?.run.inputs ?? {} });
      world.newest.set(name, { ...run, table: aTable({ object }), read: { source: 'read'.padEnd(64, '0') } });
    };

    it('is withdrawn with everything above it, and the chain names the object', () => {
      const world = new World();
      rowsOf(world, 'bottom', 'f'.repeat(64));
      world.damaged.set('f'.repeat(64), damage('f'.repeat(64)));
      const reason = expect.stringMatching(/rows are damaged in storage: object f{64}.*block 3 differs/);
      expect(world.standing('bottom')).toMatchObject({ certified: false, reason, causes: [] });
      expect(world.standing('top')).toMatchObject({
        certified: false,
        causes: [{ derivation: 'middle' }, { derivation: 'bottom', reason }],
      });
    });

    it('is withdrawn when the rows are damaged that it read, and certified again once they are right', () => {
      const world = new World();
      rowsOf(world, 'bottom', 'f'.repeat(64));
      world.damaged.set('read'.padEnd(64, '0'), damage('read'.padEnd(64, '0')));
      expect(world.standing('bottom')).toMatchObject({
        certified: false,
        reason: expect.stringContaining('The rows of its input "source" are damaged in storage'),
      });
      world.damaged.clear();
      expect(world.standing('bottom')).toMatchObject({ certified: true });
    });

    it('is told apart from what would not be certified with the right rows either', () => {
      const world = new World();
      rowsOf(world, 'bottom', 'f'.repeat(64));
      world.damaged.set('f'.repeat(64), damage('f'.repeat(64)));
      expect(world.standing()).toMatchObject({ certified: false, damaged: true });
      world.add('middle', 'bottom', { revoked: REVOKED });
      expect(world.standing()).toMatchObject({ certified: false, damaged: false });
    });

    it('does not matter to what never read them', () => {
      const world = new World();
      world.damaged.set('f'.repeat(64), damage('f'.repeat(64)));
      expect(world.standing()).toMatchObject({ certified: true });
    });
  });

  it('discloses neither the reason nor the inputs of a hidden uncertified derivation', () => {
    const world = new World().add('bottom', null, { revoked: REVOKED });
    const hidden = world.derivations.get('middle');
    if (hidden !== undefined) world.derivations.set('middle', { ...hidden, visibility: 'private', owner: 'bob' });
    const now = world.standing();
    expect(now).toMatchObject({
      certified: false,
      causes: [{ derivation: 'middle', reason: 'It is not certified now.' }],
    });
    expect(JSON.stringify({ reason: now.reason, causes: now.causes })).not.toMatch(/bottom|feed/);
  });

  it('is not certified by standing on itself', () => {
    expect(new World().add('bottom', 'top').standing()).toMatchObject({
      certified: false,
      reason: expect.stringContaining('depends on itself'),
    });
  });

  it('is judged once, however many paths lead to it', () => {
    const world = new World();
    const wide = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`in${i}`, { kind: 'derivation' as const, ref: `level1_${i}` }]),
    );
    for (let level = 8; level >= 1; level -= 1) {
      for (let i = 0; i < 12; i += 1) {
        const name = `level${level}_${i}`;
        const inputs = Object.fromEntries(
          Object.entries(wide).map(([input], j) => [
            input,
            { kind: 'derivation' as const, ref: `level${level + 1}_${j}` },
          ]),
        );
        world.derivations.set(name, aDerivation({ name, inputs: level === 8 ? {} : inputs }));
        world.newest.set(name, aRun({ derivation: name }));
      }
    }
    world.derivations.set('wide', aDerivation({ name: 'wide', inputs: wide }));
    world.newest.set('wide', aRun({ derivation: 'wide' }));
    expect(world.standing('wide')).toMatchObject({ certified: true });
  });
});
