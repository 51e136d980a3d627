import { STATISTICAL_KINDS } from '../../claim/claim';
import type { Claim } from '../../claim/claim';
import { ask, declaration } from '../../columns/questions';
import { siblingOutcomes } from '../../columns/sibling-outcomes';
import { examineStudy } from '../../evidence/examine';
import { buildStudy } from '../../study/build-study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** So many other columns are what any table has; more are charged for. */
const FREE = 4;
/** The role whose column is one of the family. */
const VARIED_ROLES = ['value', 'metric', 'outcome', 'y', 'after', 'target', 'x'];

/** The result stands among all the outcomes that were looked at. */
export const family: Gate = {
  name: 'family',
  kinds: STATISTICAL_KINDS,
  looksFor: 'the best of many outcomes that were looked at',
  statistic: 'p of the claimed outcome after Holm over the family',
  threshold: 'the level of this attempt',
  source: 'Holm, Scand. J. Statist. 6 (1979): family-wise error, any dependence',
  examine(inquiry) {
    const { family: declared } = inquiry.claim.declared;
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (declared === undefined) return undeclared(inquiry, found.p);
    const size = typeof declared === 'number' ? declared : declared.length;
    const adjusted =
      typeof declared === 'number' ? Math.min(1, found.p * declared) : holm(found.p, otherPs(inquiry, declared));
    const numbers = { statistic: adjusted, threshold: inquiry.level, n: size };
    const words = `${size} outcomes were looked at; p = ${say(found.p)} becomes ${say(adjusted)} (Holm)`;
    return adjusted <= inquiry.level
      ? sound(words, numbers)
      : inconclusive(`${words}: the best of ${size} does not survive the correction`, numbers);
  },
};

/** Nobody says how many outcomes were looked at: the table's other columns of the same nature could have been claimed. */
function undeclared(inquiry: Inquiry, p: number): Finding | Skipped {
  const others = siblingOutcomes(inquiry);
  const charged = Math.max(1, others.length - FREE + 1);
  if (charged === 1)
    return skip(`no family is declared, and ${others.length} other columns could have been the outcome`);
  const adjusted = Math.min(1, p * charged);
  const numbers = { statistic: adjusted, threshold: inquiry.level, n: others.length + 1 };
  const seen = `${others.length + 1} columns could have been the outcome; p = ${say(p)} becomes ${say(adjusted)}`;
  if (adjusted <= inquiry.level || p > inquiry.level) return sound(seen, numbers);
  return inconclusive(
    ask({
      seen: `${seen} if the best of them was claimed`,
      settle: [
        `${declaration('family', 1)} if no other was looked at`,
        `${declaration('family', others.length + 1)}, or the list of those that were`,
      ],
    }),
    numbers,
  );
}

/** The other members' p values by the very test of the claim; one that cannot be tested still counts as looked at. */
function otherPs({ claim, table, input }: Inquiry, members: readonly string[]): number[] {
  const role = VARIED_ROLES.find((name) => members.some((member) => claim.roles[name] === member));
  if (role === undefined) return members.map(() => 1);
  return members
    .filter((member) => member !== claim.roles[role])
    .map((member) => {
      const variant: Claim = { ...claim, roles: { ...claim.roles, [role]: member } };
      const built = buildStudy(table, variant);
      const examined = built.ok ? examineStudy(built.study, variant, input.seed) : { impossible: built.reason };
      return 'impossible' in examined ? 1 : examined.p;
    });
}

/** Holm's adjusted p of one test among others. */
function holm(own: number, others: readonly number[]): number {
  const sorted = [...others, own].sort((a, b) => a - b);
  let adjusted = 0;
  for (let rank = 0; rank <= sorted.indexOf(own); rank++)
    adjusted = Math.max(adjusted, (sorted.length - rank) * (sorted[rank] ?? 1));
  return Math.min(1, adjusted);
}
