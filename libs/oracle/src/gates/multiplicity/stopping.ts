import { roleColumn, without } from '../../claim/claim';
import { termOf } from '../../claim/vocabulary';
import { orderOf } from '../../columns/ordering-columns';
import { ask, declaration } from '../../columns/questions';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import { levelPerLook } from '../../statistics/distribution/group-sequential';
import { say } from '../../words/number-words';
import { timeValuesOf } from '../../table/time-values';
import type { Inquiry } from '../../verdict/inquiry';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** Looks that are charged for where nobody says how often it was looked: one for each point in time, up to this. */
const MAX_LOOKS = 20;
/** An experiment with fewer points in time than this has hardly been watched. */
const MIN_POINTS = 5;

/** Looking often and stopping early is paid for. */
export const stopping: Gate = {
  name: 'stopping',
  kinds: without('trend', 'prediction', 'classification'),
  looksFor: 'optional stopping: a test that was monitored and stopped when it looked good',
  statistic: 'p of the primary test',
  threshold: 'the level of each look at which all looks together keep the level of this attempt (Pocock)',
  source: 'Armitage, McPherson & Rowe (1969); Pocock (1977)',
  examine(inquiry) {
    const { planned_rows: planned, looks, stopping: rule } = inquiry.claim.declared;
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (planned === undefined && looks === undefined && rule === undefined) return undeclared(inquiry, found.p);
    const rows = inquiry.table.rowCount;
    const early = planned !== undefined && rows < planned;
    const watched = (looks ?? 1) > 1 || termOf('stopping', rule) === 'optional';
    const where = planned === undefined ? `${rows} rows` : `${rows} of ${planned} planned rows`;
    if (early && !watched) {
      const plan = rule === undefined ? '' : `, though stopping is "${rule}"`;
      return inconclusive(`stopped at ${where}${plan}: declare looks, or wait for the planned rows`, {
        statistic: rows,
        threshold: planned,
      });
    }
    if (!watched || (!early && planned !== undefined && isFixed(rule)))
      return sound(`${where}, fixed in advance`, { statistic: found.p, threshold: inquiry.level });
    if (looks === undefined)
      return inconclusive(`stopping is "${rule ?? ''}" at ${where} and the number of looks is not declared`);
    const threshold = levelPerLook(looks, inquiry.level);
    const words = `${looks} looks were allowed, the test ended at ${where}; each look has the level ${say(threshold)}`;
    return found.p <= threshold
      ? sound(`${words}, p = ${say(found.p)} passes it`, { statistic: found.p, threshold })
      : inconclusive(`${words}, p = ${say(found.p)} does not: stopping when it looks good finds effects in noise`, {
          statistic: found.p,
          threshold,
        });
  },
};

function isFixed(rule: string | undefined): boolean {
  return ['fixed', 'sequential'].includes(termOf('stopping', rule) ?? '');
}

/** An experiment that arrived over time could have been watched: it is taken as looked at after each point. */
function undeclared(inquiry: Inquiry, p: number): Finding | Skipped {
  if (inquiry.claim.kind !== 'experiment') return skip('neither planned_rows, looks nor stopping is declared');
  const time = arrivalOf(inquiry);
  if (time === null)
    return skip('neither planned_rows, looks nor stopping is declared, and no column says when rows arrived');
  if (p > inquiry.level) return skip('the primary test already fails');
  const looks = Math.min(MAX_LOOKS, time.points);
  const threshold = levelPerLook(looks, inquiry.level);
  const words = `rows arrived over ${time.points} values of ${time.column}, and no stopping rule is declared; p = ${say(p)} against ${say(threshold)} for ${looks} looks`;
  return p <= threshold
    ? sound(`${words}: the result holds even so`, { statistic: p, threshold })
    : inconclusive(
        ask({
          seen: words,
          settle: [
            `${declaration('stopping', 'fixed')} with planned_rows if the end was planned in advance`,
            `${declaration('looks', looks)} with the number of looks`,
          ],
        }),
        { statistic: p, threshold },
      );
}

function arrivalOf({ claim, table }: Inquiry): { column: string; points: number } | null {
  const role = roleColumn(claim, 'time');
  const columns =
    role === undefined ? undeclaredColumns(table, claim) : table.columns.filter(({ name }) => name === role);
  for (const column of columns) {
    const order = orderOf(column);
    if (order === null && column.name !== role) continue;
    const points = new Set(order ?? timeValuesOf(column) ?? []).size;
    if (points >= MIN_POINTS && points < table.rowCount) return { column: column.name, points };
  }
  return null;
}
