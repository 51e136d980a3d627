import type { DataWidget, MetricCondition, MetricQuery, WidgetBind } from '@svc/contracts';
import { bindVariables, type VariableValues } from '../variable/bind-variables';

/** The rows of a derivation that a tile shows. */
export interface TableQuestion {
  readonly derivation: string;
  /** Null: all of them. */
  readonly columns: readonly string[] | null;
  readonly filters: readonly MetricCondition[];
  readonly order: WidgetBind['order'];
  readonly limit: number;
}

/** The query of a tile, with its variables bound. */
export type TileQuery =
  | { readonly kind: 'metric'; readonly metric: string; readonly query: MetricQuery }
  | { readonly kind: 'table'; readonly table: TableQuestion };

/** The most that a picture or a screen shows. */
const ROWS = 2000;

export function tileQuery({ bind }: DataWidget, values: VariableValues): TileQuery {
  const {
    metric,
    derivation = '',
    columns = null,
    groupBy = [],
    grain,
    timezone = 'UTC',
    fill = 'none',
    order,
    limit = ROWS,
  } = bind;
  const filters = bindVariables(bind.filters, values);
  if (metric === undefined) return { kind: 'table', table: { derivation, columns, filters, order, limit } };
  return {
    kind: 'metric',
    metric,
    query: {
      group_by: groupBy,
      ...(grain === undefined ? {} : { grain }),
      timezone,
      filters,
      fill,
      order,
      limit,
      totals: false,
    },
  };
}

/** Maps a query's pointer to the widget's member: `/body/group_by/0` → `/bind/groupBy/0`. */
export function bindPointer(pointer: string): string {
  return pointer.replace(/^\/body\/group_by/, '/body/groupBy').replace(/^\/body/, '/bind');
}
