import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricDefinition } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { connectedClient } from './connected-client';
import { writeFiles } from './write-files';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'first-project.md'), 'utf8');
/** The files that the page shows: each in the code block after the line that begins with its path. */
const files = Object.fromEntries(
  [...page.matchAll(/^`([\w./]+)`[^`]*\n```\w+\n([^]*?)```/gm)].map(([, path = '', text = '']) => [path, text]),
);

describe('docs/first-project.md', () => {
  const { svc } = connectedClient();

  it('shows a project that can be copied', async () => {
    expect(Object.keys(files)).toEqual([
      'orders.csv',
      'svc.yaml',
      'derivations/paid_orders.py',
      'metrics/revenue.yaml',
    ]);
    const folder = join(svc.directory, 'shop');
    writeFiles(folder, files);
    const { code, stdout, stderr } = await svc.run(['project', 'show', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/project +shop[^]*datasets +orders/);
  });

  it('defines its metric over the derivation, whose function has that name', () => {
    const [metric] = z.array(metricDefinition).parse(parse(files['metrics/revenue.yaml'] ?? ''));
    expect(metric).toMatchObject({ type: 'simple', source: 'paid_orders' });
    expect(files['derivations/paid_orders.py']).toContain('def paid_orders(ctx):');
  });
});
