import type { LogVerification } from '@svc/audit-chain';
import type { CommandContext } from '../command/command';
import { fieldList } from '../command/printing';
import { EXIT, type ExitCode } from '../exit-code';
import { printable } from '../terminal/printable';
import { wrap } from '../terminal/wrap';

/** The verdict on an audit log, with what it proves and what it does not. */
export interface ChainReport {
  /** `untrusted`: the given anchor is not signed by the given key, so there is nothing to compare the log with. */
  readonly state: LogVerification['outcome'] | 'untrusted';
  readonly records: number;
  readonly head: string;
  readonly detail: string;
  readonly at_seq: number | null;
  readonly at_line: { readonly segment: string; readonly line: number; readonly offset: number } | null;
  readonly vouched: number;
  readonly checked_by: 'the service' | 'this machine';
  /** The anchor that was used by default, because this machine keeps it. */
  readonly kept_anchor: string | null;
  readonly proven: readonly string[];
  readonly not_proven: readonly string[];
}

/** How a log was checked: it determines what an intact one proves. */
export interface ChainInspection {
  readonly by: ChainReport['checked_by'];
  readonly anchored: boolean;
  /** The anchor's file, when it was found by default. */
  readonly keptAnchor?: string;
  /** Whether signatures were trusted, because their key came from elsewhere. */
  readonly keyGiven: boolean;
}

/** Adds what is proven and what is not. */
export function chainReport(
  found: Omit<ChainReport, 'checked_by' | 'kept_anchor' | 'proven' | 'not_proven'>,
  looked: ChainInspection,
): ChainReport {
  const holds = isFlawless(found.state);
  return {
    ...found,
    checked_by: looked.by,
    kept_anchor: looked.keptAnchor ?? null,
    proven: holds ? whatHolds(found, looked) : [],
    not_proven: holds ? whatIsOpen(found, looked) : [],
  };
}

/** For an anchor that the log's key did not sign: nothing can be compared. */
export function untrusted(why: string, looked: ChainInspection): ChainReport {
  const nothing = { records: 0, head: '', at_seq: null, at_line: null, vouched: 0 };
  return chainReport({ ...nothing, state: 'untrusted', detail: `the log was not compared with it: ${why}` }, looked);
}

export function exitOfChain({ state }: Pick<ChainReport, 'state'>): ExitCode {
  return isFlawless(state) ? EXIT.ok : EXIT.invalidSignature;
}

/** The report for people. */
export function chainText(it: ChainReport, { terminal }: CommandContext): string {
  const { green, red, yellow } = terminal.outColors;
  const place = it.at_line;
  const lists = [
    ...it.proven.map((text) => ['proven', text, green] as const),
    ...it.not_proven.map((text) => ['not proven', text, yellow] as const),
  ];
  return (
    fieldList(terminal, [
      ['chain', { text: it.state, paint: isFlawless(it.state) ? green : red }],
      ['records', it.records],
      ['head', it.head],
      ['detail', it.detail],
      ...(it.kept_anchor === null ? [] : [['anchor', it.kept_anchor] as const]),
      ...(it.at_seq === null
        ? []
        : [[it.state === 'truncated' ? 'first missing record' : 'first wrong record', it.at_seq] as const]),
      ...(place === null ? [] : [['where', `${place.segment}, line ${place.line}, byte ${place.offset}`] as const]),
    ]) +
    lists
      .map(([label, text, paint]) => `${paint(label.padEnd(10))}  ${wrap(printable(text), terminal.width, 12)}\n`)
      .join('')
  );
}

/** `1 record`, `2 records`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function isFlawless(state: ChainReport['state']): boolean {
  return state === 'intact' || state === 'grown';
}

function whatHolds(
  { records, vouched }: Pick<ChainReport, 'records' | 'vouched'>,
  { anchored, keyGiven, by }: ChainInspection,
): string[] {
  const voucher = [
    ...(anchored ? ['the anchor'] : []),
    ...(keyGiven || by === 'the service' ? ['a signature of the log’s key'] : []),
  ].join(' or ');
  return [
    `each of ${plural(records, 'record')} contains the hash of the previous one: none was changed, moved, removed or inserted since it was chained`,
    ...(vouched > 0 && voucher !== '' ? [`the first ${vouched} are exactly those that ${voucher} commits to`] : []),
  ];
}

function whatIsOpen(
  { records, vouched }: Pick<ChainReport, 'records' | 'vouched'>,
  { anchored, keyGiven, by }: ChainInspection,
): string[] {
  return [
    ...(by === 'the service'
      ? ['that the service tells the truth about its own log: export it and verify it elsewhere (svc audit export)']
      : []),
    ...(by === 'this machine' && !keyGiven
      ? ['who wrote it: without --log-key signatures in the log are compared, not believed']
      : []),
    ...(vouched < records
      ? [
          `what the newest ${records - vouched === 1 ? 'record' : `${records - vouched} records`} said at first: nothing signed covers them yet`,
        ]
      : []),
    ...(anchored ? [] : ['that no newest records were cut off: only a checkpoint kept elsewhere shows it (--anchor)']),
    'that everything that happened was recorded',
  ];
}
