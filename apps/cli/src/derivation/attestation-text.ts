import type { Verdict } from '@svc/contracts';
import { z } from 'zod';
import { fieldList, verdictCell } from '../command/printing';
import { roundedText } from '../terminal/cell-text';
import { printableLine } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';
import { type EstimateLike, estimateText } from './estimate-text';
import { analysedText, participantTables } from './participants-text';

/** The oracle's findings, from the service or from the oracle on this machine. */
export interface AttestationLike {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Generated sentences, from oracles that have them. */
  readonly tested?: unknown;
  readonly cautions?: unknown;
  readonly sensitivity?: unknown;
  readonly flow?: unknown;
  readonly balance?: unknown;
  readonly estimate: EstimateLike | null;
  readonly gates: readonly {
    readonly name: string;
    readonly verdict: Verdict;
    readonly statistic: number | null;
    readonly threshold: number | null;
    readonly detail: string;
  }[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** An attestation for people: verdict, estimate and reason, then every gate. */
export function attestationText(attestation: AttestationLike, terminal: Terminal): string {
  const fields = fieldList(terminal, [
    ['verdict', verdictCell(attestation.verdict, terminal.outColors)],
    ['estimate', estimateText(attestation.estimate)],
    ['reason', attestation.reason],
    ...testedFields(attestation),
    ...analysedFields(attestation.flow),
  ]);
  return [fields, ...participantTables(attestation, terminal), ...gateLists(attestation, terminal)].join('\n');
}

/** How many rows were analysed, where it is said. */
export function analysedFields(flow: unknown): readonly (readonly [string, string])[] {
  const analysed = analysedText(flow);
  return analysed === null ? [] : [['analysed', analysed]];
}

/** What was tested, which part of the question was not, and what would overturn the verdict, where available. */
export function testedFields(
  said: Pick<AttestationLike, 'tested' | 'cautions' | 'sensitivity'>,
): readonly (readonly [string, string])[] {
  const { tested, cautions, sensitivity } = remarks.parse(said);
  return [
    ...(tested === '' ? [] : [['tested', tested] as const]),
    ...cautions.map((words) => ['caution', words] as const),
    ...sensitivity.map(({ detail }) => ['sensitivity', detail] as const),
  ];
}

const remarks = z.looseObject({
  tested: z.string().catch(''),
  cautions: z.array(z.string()).catch([]),
  sensitivity: z.array(z.looseObject({ detail: z.string() })).catch([]),
});

/** The gates that ran, and those that did not with the reason: a list each, none for an empty one. */
export function gateLists(
  { gates, skipped }: Pick<AttestationLike, 'gates' | 'skipped'>,
  terminal: Terminal,
): string[] {
  const { green, red, yellow, dim } = terminal.outColors;
  const marks = { sound: green('✓'), unsound: red('✗'), inconclusive: yellow('?') };
  const width = Math.max(...[...gates, ...skipped].map((it) => it.name.length));
  const lined = (mark: string, name: string, text: string): string =>
    `${mark} ${name.padEnd(width)}  ${wrap(printableLine(text), terminal.width, width + 4)}\n`;
  const ran = gates.map((it) => lined(marks[it.verdict], it.name, `${it.detail}${numbers(it)}`));
  const notRun = skipped.map((it) => lined(dim('–'), it.name, `not run: ${it.reason}`));
  return [ran, notRun].filter((it) => it.length > 0).map((it) => it.join(''));
}

/** What a reader needs to check a gate by hand. */
function numbers({ statistic, threshold }: AttestationLike['gates'][number]): string {
  const parts = [
    statistic === null ? [] : [`statistic ${roundedText(statistic)}`],
    threshold === null ? [] : [`threshold ${roundedText(threshold)}`],
  ].flat();
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
