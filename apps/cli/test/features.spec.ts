import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDirectory } from '@svc/testing';
import { connectedClient } from './connected-client';

const NOW = '2024-01-01T00:00:00.000Z';
const etag = `sha256:${'1'.repeat(64)}`;
const common = { owner: 'user:ada', version: 1, etag, created_at: NOW, updated_at: NOW };
const carrier = { ...common, name: 'carrier', definition: { joinKey: 'carrier', description: '' } };
const delays = {
  ...common,
  name: 'delays',
  definition: {
    entities: ['carrier'],
    source: 'carrier_delays',
    timestampField: 'as_of',
    ttlSeconds: 86_400,
    description: 'Delay history',
    tags: [],
  },
};
const missing = { status: 404, body: { type: 'x', title: 'x', status: 404, detail: 'x', code: 'not-found' } };
const STORE = `specVersion: "1.0"
kind: FeatureStore
entities:
  - name: carrier
    joinKey: carrier
featureViews:
  - name: delays
    entities: [carrier]
    source: carrier_delays
    timestampField: as_of
    ttlSeconds: 86400
    description: Delay history
`;

describe('svc feature', () => {
  const { gateway, online } = connectedClient();
  const folder = scratchDirectory('feature-store');
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('applies a store document: what is new is created for whom the command line says, what is there stays', async () => {
    gateway.on('GET /api/features/entities/carrier', { body: carrier });
    gateway.on('GET /api/features/views/delays', missing);
    gateway.on('PUT /api/features/views/delays', { body: delays });
    const { code, stdout } = await online(['feature', 'apply', written('store.yaml', STORE), '--project']);
    expect([code, stdout]).toEqual([0, 'carrier unchanged\ndelays created\n']);
    const puts = gateway.received.filter((it) => it.method === 'PUT');
    expect(puts.map((it) => [it.path, Object.fromEntries(it.query)])).toEqual([
      ['/api/features/views/delays', { visibility: 'project' }],
    ]);
  });

  it('names the line of a key that a document cannot have, and what may have been meant', async () => {
    const file = written('typo.yaml', STORE.replace('ttlSeconds', 'ttlSecond'));
    const { code, stderr } = await online(['feature', 'apply', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('typo.yaml:11: "ttlSecond" is not a known key')]);
    expect(stderr).toContain('ttlSeconds');
  });

  it('shows the keys and features of a view, and why its source is not certified', async () => {
    gateway.on('GET /api/features/views/delays/detail', {
      body: {
        view: delays,
        join_keys: [{ entity: 'carrier', column: 'carrier', type: 'string' }],
        certified: false,
        reason: 'its data changed',
        schema: [{ name: 'mean_delay', type: 'number', description: 'Minutes' }],
      },
    });
    const { stdout } = await online(['feature', 'show', 'delays']);
    expect(stdout).toContain('not certified: its data changed');
    expect(stdout).toMatch(/mean_delay +number +Minutes/);
  });

  it('lists views and entities, and deletes the version it has read', async () => {
    gateway.on('GET /api/features/views', { body: { items: [delays], next_cursor: null } });
    gateway.on('GET /api/features/entities', { body: { items: [carrier], next_cursor: null } });
    gateway.on('GET /api/features/views/delays', { body: delays });
    gateway.on('GET /api/features/entities/carrier', { body: carrier });
    gateway.on('DELETE /api/features/views/delays', { body: { deleted: true } });
    gateway.on('DELETE /api/features/entities/carrier', { body: { deleted: true } });
    expect((await online(['feature', 'list'])).stdout).toContain('carrier_delays');
    expect((await online(['feature', 'entities'])).stdout).toContain('as in the source');
    expect((await online(['feature', 'delete', 'delays'])).stdout).toBe('delays deleted\n');
    expect((await online(['feature', 'delete-entity', 'carrier'])).stdout).toBe('carrier deleted\n');
    expect(gateway.received.at(-1)?.headers['if-match']).toBe(`"${etag}"`);
  });
});
