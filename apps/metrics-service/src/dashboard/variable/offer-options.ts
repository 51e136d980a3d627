import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, type CertifiedTable, requireCertified } from '@svc/certified-data';
import {
  type DashboardVariable,
  type Json,
  MAX_OPTIONS,
  type OfferedOptions,
  type VariableOption,
  variableOption,
} from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { numberOf } from '@svc/charts';
import { QUERY_POOL, type QueryPool } from '../../metric/metric.ports';
import { compileOptionsQuery, type OptionsQuestion } from './options-query.sql';
import { valueProblem } from './variable-value';

const MAX_LABEL_LENGTH = 256;

/** The choices for a variable. A derivation with the values is a source of the dashboard: `uncertified-source` instead of them. */
@Injectable()
export class OfferOptions {
  constructor(
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
    @Inject(QUERY_POOL) private readonly pool: QueryPool,
  ) {}

  /** Throws what `offer` would throw before it runs anything. Pointers begin at the variable. */
  async check(variable: DashboardVariable, context: CallContext): Promise<void> {
    const asked = questionOf(variable);
    if (asked !== null) await this.prepare(asked, context);
  }

  async offer(variable: DashboardVariable, context: CallContext): Promise<OfferedOptions> {
    const asked = questionOf(variable);
    const listed = variable.options?.values;
    if (asked === null)
      return { from: listed === undefined ? 'any' : 'list', values: listed ?? [], truncated: false, sources: [] };
    const { source, text } = await this.prepare(asked, context);
    const { rows, truncated } = await this.pool.query(
      { sql: text, parameters: [], tables: { [asked.derivation]: source.table }, limit: MAX_OPTIONS },
      context,
    );
    const values = rows.flatMap(([value, label]) => optionOf(variable, value, label) ?? []);
    return {
      from: 'derivation',
      values,
      truncated: truncated || values.length < rows.length,
      sources: [source.provenance],
    };
  }

  private async prepare(
    asked: OptionsQuestion,
    context: CallContext,
  ): Promise<{ readonly source: CertifiedTable; readonly text: string }> {
    const names = [asked.derivation];
    const source = requireCertified(names, await this.sources.resolve(names, context)).get(asked.derivation);
    if (source === undefined) throw new Error('a certified source was required and is not there');
    return { source, text: compileOptionsQuery(asked, source.table.columns, MAX_OPTIONS) };
  }
}

function questionOf({ type, options }: DashboardVariable): OptionsQuestion | null {
  if (options?.derivation === undefined || options.column === undefined) return null;
  return { derivation: options.derivation, column: options.column, labelColumn: options.labelColumn ?? null, type };
}

/** Null for a value that is invalid for the variable: too long, or not exact as a double. */
function optionOf(variable: DashboardVariable, cell: Json | undefined, label: Json | undefined): VariableOption | null {
  const value = variable.type === 'number' ? numberOf(cell) : cell;
  const shown = typeof label === 'string' ? label.slice(0, MAX_LABEL_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : '';
  const option = variableOption.safeParse({ value, ...(shown === '' ? {} : { label: shown }) });
  return option.success && valueProblem({ ...variable, control: 'search' }, option.data.value) === null
    ? option.data
    : null;
}
