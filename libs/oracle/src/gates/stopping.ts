import { levelPerLook } from '../statistics/group-sequential';
import { say } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

const FIXED = /fixed|horizon|planned|pre-?set|end of|sequential|obrien|pocock|alpha.?spend/i;
const OPTIONAL = /first|until|when|as soon|signific|p ?</i;

/** Looking often and stopping early is paid for. */
export const stopping: Gate = {
  name: 'stopping',
  kinds: ['experiment', 'comparison', 'proportion', 'effect', 'change'],
  looksFor: 'a test that was watched and stopped when it looked good',
  statistic: 'p of the primary test',
  threshold: 'the level one look has when all looks together err at the level of this attempt (Pocock)',
  source: 'Armitage, McPherson & Rowe (1969); Pocock (1977)',
  examine(inquiry) {
    const { planned_rows: planned, looks, stopping: rule } = inquiry.claim.declared;
    const found = inquiry.evidence();
    if (planned === undefined && looks === undefined && rule === undefined)
      return skip('neither planned_rows, looks nor stopping is declared');
    if (found === null) return skip('there is no estimate');
    const rows = inquiry.table.rowCount;
    const early = planned !== undefined && rows < planned;
    const watched = (looks ?? 1) > 1 || (rule !== undefined && OPTIONAL.test(rule) && !FIXED.test(rule));
    const where = planned === undefined ? `${rows} rows` : `${rows} of ${planned} planned rows`;
    if (early && !watched) {
      const plan = rule === undefined ? '' : `, though stopping is "${rule}"`;
      return inconclusive(`stopped at ${where}${plan}: declare looks, or wait for the planned rows`, {
        statistic: rows,
        threshold: planned,
      });
    }
    if (!watched || (!early && planned !== undefined && rule !== undefined && FIXED.test(rule)))
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
