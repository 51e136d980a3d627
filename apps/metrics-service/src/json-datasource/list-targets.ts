import { Injectable } from '@nestjs/common';
import { GRAINS, type listJsonMetrics, type listJsonOptions, type Principal, type ResponseOf } from '@svc/contracts';
import type { MetricShape } from '../metric/definition/metric';
import { VisibleShapes } from './visible-shapes';

type Targets = ResponseOf<typeof listJsonMetrics>;
type Options = ResponseOf<typeof listJsonOptions>;

const asOption = (value: string): Options[number] => ({ label: value, value });

/** The choices in a panel's query editor. */
@Injectable()
export class ListTargets {
  constructor(private readonly shapes: VisibleShapes) {}

  async metrics(principal: Principal): Promise<Targets> {
    const shapes = await this.shapes.all(principal);
    return shapes.map((shape) => ({ ...asOption(shape.name), payloads: fieldsOf(shape) }));
  }

  async options(metric: string, field: string, principal: Principal): Promise<Options> {
    const shape = await this.shapes.of(metric, principal);
    return fieldsOf(shape).find((it) => it.name === field)?.options ?? [];
  }

  async dimensions(principal: Principal): Promise<{ type: 'string'; text: string }[]> {
    const shapes = await this.shapes.all(principal);
    return [...new Set(shapes.flatMap((it) => it.dimensions))].toSorted().map((text) => ({ type: 'string', text }));
  }
}

function fieldsOf({ dimensions, time }: MetricShape): Targets[number]['payloads'] {
  const groups = {
    name: 'group_by',
    label: 'Group by',
    type: 'multi-select' as const,
    placeholder: 'nothing',
    options: dimensions.map(asOption),
  };
  return time === null
    ? [groups]
    : [
        groups,
        {
          name: 'grain',
          label: 'Grain',
          type: 'select',
          placeholder: 'auto',
          options: ['auto', ...GRAINS].map(asOption),
        },
      ];
}
