import { dashboardSpec, type DashboardSpec, type Principal } from '@svc/contracts';
import { etagOf, type StoredDashboard } from './dashboard';
import { decideDelete, decidePublish, decidePut, decideRollback } from './dashboard-change';
import { describeChange } from './describe-change';

const tile = (id: string, y: number): object => ({ id, type: 'text', gridPos: { x: 0, y, w: 4, h: 1 }, content: id });
const spec = (title: string, widgets: readonly object[] = [tile('a', 0)]): DashboardSpec =>
  dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title,
    pages: [{ name: 'first', title: 'First', widgets }],
  });
const existing: StoredDashboard = {
  name: 'delays',
  spec: spec('Two'),
  version: 2,
  published: { version: 1, spec: spec('One'), author: 'ann', published_at: '2026-01-01T00:00:00.000Z' },
  owner: 'ann',
  visibility: 'project',
  groups: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const who: Principal = { id: 'bob', kind: 'user', role: 'editor', scopes: [], groups: [] };
const after = (lastVersion: number) => ({ lastVersion, access: null });
const request = { name: 'delays', who, now: new Date('2026-03-01T10:00:00Z'), ifMatch: etagOf(existing) };

describe('changes of a dashboard', () => {
  it('keep its owner and what is published, and count on', () => {
    expect(decidePut(spec('Three'), request, existing, after(2))).toMatchObject({
      kind: 'save',
      author: 'bob',
      change: 'title',
      dashboard: { version: 3, owner: 'ann', published: { version: 1 }, updated_at: '2026-03-01T10:00:00.000Z' },
    });
  });

  it('that change nothing are none', () => {
    expect(decidePut(spec('Two'), request, existing, after(2)).kind).toBe('keep');
    expect(decideRollback({ version: 2, spec: spec('Two') }, request, existing, after(2)).kind).toBe('keep');
    expect(decidePublish({ version: 1, spec: spec('One') }, request, existing).kind).toBe('keep');
  });

  it('go on counting where a deleted dashboard of that name ended', () => {
    expect(decidePut(spec('New'), { ...request, ifMatch: undefined }, null, after(7))).toMatchObject({
      change: 'created again',
      dashboard: { version: 8, owner: 'bob', published: null },
    });
  });

  it('want the tag of what was read: publishing changes it too', () => {
    const published = decidePublish({ version: 2, spec: existing.spec }, request, existing).dashboard;
    expect(etagOf(published)).not.toBe(request.ifMatch);
    expect(() => decideDelete(request, published)).toThrow('precondition-failed');
    expect(() => decideDelete({ ...request, ifMatch: undefined }, existing)).toThrow('precondition-required');
    expect(() => decidePut(spec('x'), request, null, after(0))).toThrow('precondition-failed');
  });
});

describe('what a version changes', () => {
  it('is told by page and widget', () => {
    expect(describeChange(spec('One', [tile('a', 0), tile('b', 1)]), spec('Two', [tile('b', 2), tile('c', 3)]))).toBe(
      'title; page first: −a, ~b, +c',
    );
    expect(describeChange(spec('One', [tile('a', 0), tile('b', 1)]), spec('One', [tile('b', 1), tile('a', 0)]))).toBe(
      'order',
    );
  });
});
