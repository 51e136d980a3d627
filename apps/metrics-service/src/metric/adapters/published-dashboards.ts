import { Injectable } from '@nestjs/common';
import { objectAccess } from '@svc/contracts';
import { queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { ShownOn } from '../definition/shown-on';
import type { ShownMetrics } from '../metric.ports';

/** The published dashboards, which are rows of the same schema. */
@Injectable()
export class PublishedDashboards implements ShownMetrics {
  constructor(private readonly source: DataSource) {}

  on(metric: string): Promise<readonly ShownOn[]> {
    return queryRows(
      this.source,
      z.object({ name: z.string(), ...objectAccess.shape }),
      `
      SELECT d.name, d.owner, d.visibility, d.groups FROM dashboard d JOIN dashboard_version shown ON shown.name = d.name AND shown.version = d.published_version
      WHERE jsonb_path_exists(shown.spec, '$.pages[*].widgets[*].bind.metric ? (@ == $metric)', jsonb_build_object('metric', $1::text)) ORDER BY d.name`,
      [metric],
    );
  }
}
