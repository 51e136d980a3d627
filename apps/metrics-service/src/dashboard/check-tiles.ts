import { Injectable } from '@nestjs/common';
import { type DashboardSpec, type DataWidget, ProblemError, type ProblemItem } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { AskTile } from './ask-tile';
import type { VariableValues } from './bind-variables';
import { inTurns } from './in-turns';
import { bindPointer, tileQuery } from './tile-query';
import { probeOf } from './variable-value';

/** What is wrong with the tiles of a specification at this moment. */
export interface TileFaults {
  /** Wrong whatever is certified: no such metric, no such column, a value that does not fit. */
  readonly invalid: readonly ProblemItem[];
  /** Nothing may stand on the source now. */
  readonly uncertified: readonly ProblemItem[];
}

const AT_ONCE = 4;
/** What only the moment is to blame for is no fault of the specification. */
const INVALID: readonly string[] = ['not-found', 'invalid-request', 'undeclared-dimension', 'conflict'];

/** Looks at every tile as a query would, and runs nothing. */
@Injectable()
export class CheckTiles {
  constructor(private readonly asking: AskTile) {}

  /** Pointers begin at the specification. Variables without a value are given one, so that every filter is looked at. */
  async check(spec: DashboardSpec, context: CallContext): Promise<TileFaults> {
    const values: VariableValues = new Map(spec.variables.map((it) => [it.name, probeOf(it)]));
    const tiles = spec.pages.flatMap((page, at) => page.widgets.flatMap((widget, index) => (widget.type === 'text' ? [] : [{ widget, pointer: `/pages/${at}/widgets/${index}` }])));
    const found = await inTurns(tiles, AT_ONCE, ({ widget, pointer }) => this.fault(widget, pointer, values, context));
    return { invalid: found.flatMap((it) => it.invalid), uncertified: found.flatMap((it) => it.uncertified) };
  }

  private async fault(widget: DataWidget, pointer: string, values: VariableValues, context: CallContext): Promise<TileFaults> {
    try {
      await this.asking.check(tileQuery(widget, values), context);
      return { invalid: [], uncertified: [] };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const source = widget.bind.metric === undefined ? 'derivation' : 'metric';
      if (error.code === 'uncertified-source') return { invalid: [], uncertified: [{ pointer: `${pointer}/bind/${source}`, message: error.detail }] };
      if (!INVALID.includes(error.code)) throw error;
      const errors = error.facts.errors ?? [{ pointer: `/body/${source}`, message: error.detail }];
      return { invalid: errors.map((it) => ({ pointer: `${pointer}${bindPointer(it.pointer)}`, message: it.message })), uncertified: [] };
    }
  }
}
