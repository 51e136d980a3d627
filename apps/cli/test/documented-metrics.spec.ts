import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricDefinition } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'metrics.md'), 'utf8');
const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];

describe('docs/metrics.md', () => {
  it('shows a definition of every type, each of which can be copied into a project', () => {
    const definitions = z
      .array(z.unknown())
      .parse(parse(example))
      .map((it) => metricDefinition.safeParse(it));
    expect(definitions.map((it) => it.error?.message ?? it.data?.type)).toEqual([
      'simple',
      'simple',
      'ratio',
      'derived',
      'cumulative',
      'cumulative',
      'cumulative',
    ]);
  });
});
