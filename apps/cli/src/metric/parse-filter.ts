import { parseJson } from '@svc/audit-chain';
import { json, type MetricCondition, metricCondition, metricFilter } from '@svc/contracts';
import { UsageError } from '../command/usage-error';

/** Operators whose value is a list, folded; after them commas separate values. */
const LISTS = /^(in|notin|nin|oneof|between|inbetween|notbetween|notinbetween|indaterange|notindaterange)$/;

/**
 * `carrier:in:B6,DL`, `day:between:2024-01-01,2024-01-31`, `tail:is_null`. A value that is a JSON list or a quoted text
 * is parsed as such; everything else is text, and the service knows the type of the column. A filter that starts with a brace is
 * JSON as the service accepts it: `{"or": [{"column": "carrier", "op": "eq", "value": "B6"}, …]}`.
 */
export function parseFilter(text: string): MetricCondition {
  if (text.trimStart().startsWith('{')) return parseCondition(text);
  const [, column, op, value] = /^([^:]+):([^:]+)(?::(.*))?$/s.exec(text) ?? [];
  if (column === undefined || op === undefined)
    throw new UsageError(`--filter expects column:op:value, such as carrier:eq:B6, not "${text}"`);
  if (value === undefined) return { column, op };
  if (!/^[["]/.test(value))
    return { column, op, value: LISTS.test(op.toLowerCase().replaceAll(/[_\s-]/g, '')) ? value.split(',') : value };
  try {
    return metricFilter.parse({ column, op, value: json.parse(parseJson(value)) });
  } catch {
    throw new UsageError(
      `--filter ${column}:${op}: the value starts like JSON but is not a JSON text or list: ${value}`,
    );
  }
}

function parseCondition(text: string): MetricCondition {
  try {
    return metricCondition.parse(parseJson(text));
  } catch {
    throw new UsageError(
      `--filter starts like JSON but is neither a filter nor filters combined by and, or, not: ${text}`,
    );
  }
}
