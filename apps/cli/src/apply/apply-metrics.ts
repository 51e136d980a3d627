import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Client,
  firstAccessQuery,
  metricDefinition,
  type MetricDefinition,
  metricOperands,
  type SaidAccess,
} from '@svc/contracts';
import { CommandError } from '../command/usage-error';
import type { ApplyReport } from './apply-report';
import { dependencyOrder } from './dependency-order';
import { ifExists } from '../command/if-exists';
import { YamlFile } from '../command/yaml-file';

/** The metrics of `metrics/*.yaml`; each file contains one or a list. */
export function readMetrics(directory: string): MetricDefinition[] {
  const folder = join(directory, 'metrics');
  if (!existsSync(folder)) return [];
  const found = new Map<string, string>();
  return readdirSync(folder)
    .filter((it) => /\.ya?ml$/.test(it))
    .sort()
    .flatMap((name) => {
      const file = YamlFile.read(join(folder, name), `metrics/${name}`);
      return file.entries().map(({ value, at }) => {
        const metric = file.parse(metricDefinition, value, at, (path) => knownKeys(value, path.slice(at.length)));
        const first = found.get(metric.name);
        if (first !== undefined)
          throw new CommandError(`${file.place(at)}: metric "${metric.name}" is defined in ${first} already`);
        found.set(metric.name, file.place(at));
        return metric;
      });
    });
}

/** Puts every metric whose definition differs from the service's, operands first. */
export async function applyMetrics(
  client: Client,
  metrics: readonly MetricDefinition[],
  said: SaidAccess,
  report: ApplyReport,
): Promise<void> {
  for (const metric of dependencyOrder(metrics, (it) => it.name, metricOperands)) {
    await report.attempt('metric', metric.name, async () => {
      const params = { name: metric.name };
      const before = await ifExists(client.getMetric({ params }));
      if (before !== null && isDeepStrictEqual(before.definition, metric)) {
        report.add({ kind: 'metric', name: metric.name, change: 'unchanged', detail: '' });
        return;
      }
      report.say(`${metric.name}: defining`);
      await client.putMetric({
        params,
        body: metric,
        ...(before === null ? { query: firstAccessQuery(said) } : { if_match: before.etag }),
      });
      report.add({ kind: 'metric', name: metric.name, change: before === null ? 'created' : 'updated', detail: '' });
    });
  }
}

function knownKeys(value: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (path.length > 0)
    return { timeDimension: ['column', 'grain'], window: ['count', 'grain'] }[String(path[0])] ?? ['agg', 'column'];
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const [simple] = metricDefinition.options;
  return Object.keys((metricDefinition.options.find((it) => it.shape.type.value === type) ?? simple).shape);
}
