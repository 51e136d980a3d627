import { Injectable } from '@nestjs/common';
import { type DashboardSpec, type DataWidget, type MetricQuery, ProblemError, type ProblemItem } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { AskTile } from '../tile/ask-tile';
import type { VariableValues } from '../variable/bind-variables';
import { checkFields } from './check-fields';
import { mapConcurrently } from '../../map-concurrently';
import { OfferOptions } from '../variable/offer-options';
import { bindPointer, tileQuery } from '../tile/tile-query';
import { probeOf } from '../variable/variable-value';

/** The current errors in the tiles of a specification. */
export interface TileFaults {
  /** Errors regardless of certification: no such metric, no such column, an invalid value, a field that the answer lacks. */
  readonly invalid: readonly ProblemItem[];
  /** The source is not certified now. */
  readonly uncertified: readonly ProblemItem[];
}

const AT_ONCE = 4;
/** Transient failures are no error of the specification. */
const INVALID: readonly string[] = ['not-found', 'invalid-request', 'undeclared-dimension', 'conflict'];

/** A part of the specification that depends on a source, and its position. */
interface Standing {
  /** Throws what querying it would throw; else returns errors in the use of the answer. */
  readonly look: () => Promise<readonly ProblemItem[]>;
  /** The position of a member that a refusal points to, or of the source's name. */
  readonly at: (pointer: string | null) => string;
}

/** Checks every tile, and every variable with values of a derivation, as a query would, and runs nothing. */
@Injectable()
export class CheckTiles {
  constructor(
    private readonly asking: AskTile,
    private readonly options: OfferOptions,
  ) {}

  /** Pointers begin at the specification. Variables without a value get one, so that every filter is checked. */
  async check(spec: DashboardSpec, context: CallContext): Promise<TileFaults> {
    const values: VariableValues = new Map(spec.variables.map((it) => [it.name, probeOf(it)]));
    const variables = spec.variables.map((it, index): Standing => ({
      look: () => this.options.check(it, context).then(() => []),
      at: (pointer) => `/variables/${index}${pointer ?? '/options/derivation'}`,
    }));
    const tiles = spec.pages.flatMap((page, at) =>
      page.widgets.flatMap((widget, index) =>
        'bind' in widget ? this.standing(widget, `/pages/${at}/widgets/${index}`, values, context) : [],
      ),
    );
    const found = await mapConcurrently([...variables, ...tiles], AT_ONCE, faultOf);
    return {
      invalid: distinct(found.flatMap((it) => it.invalid)),
      uncertified: distinct(found.flatMap((it) => it.uncertified)),
    };
  }

  /** A tile, and its drill-down levels. */
  private standing(widget: DataWidget, pointer: string, values: VariableValues, context: CallContext): Standing[] {
    const { metric } = widget.bind;
    const source = `${pointer}/bind/${metric === undefined ? 'derivation' : 'metric'}`;
    const tile = {
      look: async () => checkFields(widget, pointer, await this.asking.check(tileQuery(widget, values), context)),
      at: (at: string | null) => (at === null ? source : `${pointer}${bindPointer(at)}`),
    };
    const hierarchy = widget.interactions?.drillDown?.hierarchy;
    if (metric === undefined || hierarchy === undefined) return [tile];
    const query: MetricQuery = {
      group_by: hierarchy,
      timezone: 'UTC',
      filters: [],
      fill: 'none',
      order: [],
      limit: 1,
      totals: false,
    };
    const levels = {
      look: () => this.asking.check({ kind: 'metric', metric, query }, context).then(() => []),
      at: (at: string | null) =>
        at === null ? source : `${pointer}${at.replace(/^\/body\/group_by/, '/interactions/drillDown/hierarchy')}`,
    };
    return [tile, levels];
  }
}

/** A tile and its levels use the same source, and share its errors. */
function distinct(items: readonly ProblemItem[]): ProblemItem[] {
  return items.filter(
    ({ pointer, message }, index) =>
      items.findIndex((it) => it.pointer === pointer && it.message === message) === index,
  );
}

async function faultOf({ look, at }: Standing): Promise<TileFaults> {
  try {
    return { invalid: await look(), uncertified: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'uncertified-source')
      return { invalid: [], uncertified: [{ pointer: at(null), message: error.detail }] };
    if (!INVALID.includes(error.code)) throw error;
    const errors = error.facts.errors ?? [{ pointer: null, message: error.detail }];
    return { invalid: errors.map((it) => ({ pointer: at(it.pointer), message: it.message })), uncertified: [] };
  }
}
