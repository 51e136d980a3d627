import { type Certificate, participants, type Participants } from '@svc/contracts';
import { attritionWords, BALANCED, balanceWords, flowWords } from '@svc/oracle';
import type { BalanceLine, FlowStep, PrintedParticipants } from './certificate-page';
import { countWords } from './number-words';
import { printable, sentence } from './printable';

type Flow = NonNullable<Participants['flow']>;

/** More sides, or lines of balance, have no room on the page; the JSON has all. */
const MAX_SIDES = 3;
const MAX_LINES = 5;
const MAX_LENGTH = { words: 420, name: 60 } as const;

/** Who was analysed, and how alike the sides were; null on certificates from before the oracle said so. */
export function participantsOf(certificate: Certificate['certificate']): PrintedParticipants | null {
  const { flow, balance } = participants.parse(certificate);
  if (flow === null) return null;
  const attrition = attritionWords(flow);
  return {
    steps: stepsOf(flow),
    words: printable(`${sentence(flowWords(flow))}.`, MAX_LENGTH.words),
    attrition: attrition === null ? '' : printable(`${sentence(attrition)}.`, MAX_LENGTH.words),
    balance: balance
      .slice(0, MAX_LINES)
      .map(({ column, before, after }): BalanceLine => ({ column: printable(column, MAX_LENGTH.name), before, after })),
    isAdjusted: balance.some(({ adjusted }) => adjusted),
    balanceWords: printable(sentence(balanceWords(balance) ?? ''), MAX_LENGTH.words),
    band: BALANCED,
  };
}

function stepsOf({ sources, rows, analysed, copies, incomplete, by, sides }: Flow): FlowStep[] {
  const [only] = sources.length === 1 ? sources : [];
  const lost = [
    ...(copies > 0 ? [`${countWords(copies)} copies`] : []),
    ...(incomplete > 0 ? [`${countWords(incomplete)} lack a value`] : []),
  ];
  const shown = sides.length > MAX_SIDES ? [] : sides;
  return [
    ...(only === undefined ? [] : [step(`${countWords(only.rows)} rows`, only.name, false)]),
    step(`${countWords(rows)} rows`, 'of the judged table', only !== undefined),
    step(`${countWords(analysed)} analysed`, lost.join(', ')),
    ...shown.map((side, at) =>
      step(`${countWords(side.analysed)} of ${countWords(side.rows)}`, `${by ?? ''} ${side.label}`.trim(), at === 0),
    ),
  ];
}

function step(title: string, note: string, follows = true): FlowStep {
  return { title, note: printable(note, MAX_LENGTH.name), follows };
}
