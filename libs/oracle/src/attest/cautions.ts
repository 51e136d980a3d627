import type { Claim } from '../claim/claim';
import { claimedColumns } from '../study/rows/clusters-of';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { isRandomised } from '../claim/randomised';

const CAUSAL =
  /\b(caus(?:es?|ed|ing)|because(?: of)?|due to|thanks to|leads? to|led to|drives?|driven by|makes?|effects? of|impacts?(?: of| on)?|affects?|influences?|prevents?|result(?:s|ed)? in)\b/i;
const AMOUNT = /(?<![\w.])\d+(?:[.,]\d+)?(?:\s?%)?(?![\w])|\b(?:doubl\w+|tripl\w+|halv\w+|twice|thrice|half)\b/gi;
/** Kinds whose design speaks of a cause. */
const CAUSAL_KINDS: readonly Claim['kind'][] = ['effect', 'experiment', 'change'];
/** Labels of a column with more values than this are no names of groups. */
const MAX_LABELS = 20;

/** Words of the question that the test does not stand for: causes under a kind that shows a link, amounts nothing tested. */
export function cautions({ question, kind, ...claim }: Claim, table: Table): readonly string[] {
  const causal = CAUSAL.exec(question)?.[0];
  const untested = amounts(question, { question, kind, ...claim }, table);
  return [
    ...(causal === undefined || CAUSAL_KINDS.includes(kind) || isRandomised(claim.declared)
      ? []
      : [`the question says "${causal}"; a claim of the kind ${kind} shows an association, not a cause`]),
    ...untested.map((amount) => `the question says "${amount}"; that amount was not tested`),
  ];
}

function amounts(question: string, claim: Claim, table: Table): readonly string[] {
  const found = [...new Set([...question.matchAll(AMOUNT)].map(([amount]) => amount))];
  if (found.length === 0) return [];
  const labels = claimedColumns(claim).flatMap((name) => {
    const column = table.column(name);
    return column === undefined ? [] : [name, ...(levelsOf(column, MAX_LABELS)?.labels ?? [])];
  });
  const tested = [claim.roles.threshold, claim.declared.threshold, claim.declared.margin]
    .filter((value) => typeof value === 'number')
    .flatMap((value) => [value, value * 100]);
  return found.filter((amount) => {
    const number = Number(amount.replace(/\s?%/, '').replace(',', '.'));
    return !labels.some((label) => label.includes(amount)) && !tested.some((value) => Math.abs(value - number) < 1e-9);
  });
}
