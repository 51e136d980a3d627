import { Injectable } from '@nestjs/common';
import { type DashboardSpec, type DataWidget, type MetricQuery, ProblemError, type ProblemItem } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { AskTile } from '../tile/ask-tile';
import type { VariableValues } from '../variable/bind-variables';
import { checkFields } from './check-fields';
import { inTurns } from '../tile/in-turns';
import { OfferOptions } from '../variable/offer-options';
import { bindPointer, tileQuery } from '../tile/tile-query';
import { probeOf } from '../variable/variable-value';

/** What is wrong with the tiles of a specification at this moment. */
export interface TileFaults {
  /** Wrong whatever is certified: no such metric, no such column, a value that does not fit, a field that the answer lacks. */
  readonly invalid: readonly ProblemItem[];
  /** Nothing may stand on the source now. */
  readonly uncertified: readonly ProblemItem[];
}

const AT_ONCE = 4;
/** What only the moment is to blame for is no fault of the specification. */
const INVALID: readonly string[] = ['not-found', 'invalid-request', 'undeclared-dimension', 'conflict'];

/** Something that stands on a source, and where in the specification it is written. */
interface Standing {
  /** Throws what asking for it would throw; else what is wrong with what is made of the answer. */
  readonly look: () => Promise<readonly ProblemItem[]>;
  /** Where a member is that a refusal points at, or what names the source. */
  readonly at: (pointer: string | null) => string;
}

/** Looks at every tile, and at every variable with values of a derivation, as a query would, and runs nothing. */
@Injectable()
export class CheckTiles {
  constructor(
    private readonly asking: AskTile,
    private readonly options: OfferOptions,
  ) {}

  /** Pointers begin at the specification. Variables without a value are given one, so that every filter is looked at. */
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
    const found = await inTurns([...variables, ...tiles], AT_ONCE, faultOf);
    return {
      invalid: distinct(found.flatMap((it) => it.invalid)),
      uncertified: distinct(found.flatMap((it) => it.uncertified)),
    };
  }

  /** A tile, and what it drills down to. */
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

/** A tile and its levels stand on one source, and say the same of it. */
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
