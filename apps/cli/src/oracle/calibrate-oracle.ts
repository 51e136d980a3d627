import { didYouMean } from '@svc/closest-name';
import { setImmediate } from 'node:timers/promises';
import { calibrate, type CalibrationOptions, CLAIM_KINDS, type ClaimKind, type ErrorRates } from '@svc/oracle';
import type { Arguments } from '../command/arguments';
import { type CommandRun, show } from '../command/command';
import { right, textTable } from '../command/printing';
import { CommandError, UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';
import type { Terminal } from '../terminal/terminal';

/** Measures the oracle's error rates on simulated data; the same options print the same table on every machine. */
export const run: CommandRun = async (args, context) => {
  const options = optionsOf(args);
  const rows = await withProgress(context.terminal, 'simulating and judging', async (line) => {
    const measured: ErrorRates[] = [];
    for (const row of calibrate(options)) {
      measured.push(row);
      line.say(
        `${row.kind} ${row.design}, n = ${row.n}: ${row.nulls.sound} of ${row.nulls.draws} without the effect called sound`,
      );
      await setImmediate(); // Lets the line be drawn.
    }
    return measured;
  });
  if (rows.length === 0)
    throw new CommandError(
      `there is nothing to measure for ${args.texts('kind').join(', ')}: such claims make no estimate`,
      'svc oracle calibrate --help',
    );
  show(context, rows, () => people(rows, context.terminal));
};

function optionsOf(args: Arguments): CalibrationOptions {
  const kinds = list(args, 'kind').map(kindOf);
  const sizes = list(args, 'n').map((text) => numberOf('n', text, /^\d{2,7}$/, 'a whole number, 10 or more'));
  const effects = list(args, 'effect').map((text) =>
    numberOf('effect', text, /^\d{1,3}(\.\d+)?$/, 'a number of standard errors above 0'),
  );
  const [draws, seed] = [args.count('reps'), args.text('seed')];
  return {
    ...(kinds.length === 0 ? {} : { kinds }),
    ...(sizes.length === 0 ? {} : { sizes }),
    ...(effects.length === 0 ? {} : { effects }),
    ...(draws === undefined ? {} : { draws }),
    ...(seed === undefined ? {} : { seed }),
    plainOnly: args.flag('plain'),
  };
}

/** Repeated, or several separated by commas. */
function list(args: Arguments, name: string): readonly string[] {
  return args
    .texts(name)
    .flatMap((text) => text.split(','))
    .map((text) => text.trim());
}

function kindOf(text: string): ClaimKind {
  const kind = CLAIM_KINDS.find((it) => it === text);
  if (kind === undefined)
    throw new UsageError(
      `--kind "${text}" is not a kind of claim${didYouMean(text, CLAIM_KINDS)}; kinds are ${CLAIM_KINDS.join(', ')}`,
    );
  return kind;
}

function numberOf(name: string, text: string, form: RegExp, wanted: string): number {
  if (!form.test(text) || Number(text) === 0) throw new UsageError(`--${name} expects ${wanted}, not "${text}"`);
  return Number(text);
}

function people(rows: readonly ErrorRates[], terminal: Terminal): string {
  const effects = [...new Set(rows.flatMap((row) => row.effects.map(({ shift }) => shift)))];
  return textTable(
    terminal,
    [
      'kind',
      'design',
      right('n'),
      right('draws'),
      right('false sound'),
      right('false unsound'),
      ...effects.map((shift) => right(`power at ${shift} SE`)),
      right('coverage'),
    ],
    rows.map(({ kind, design, n, nulls, effects: planted }) => {
      const falseUnsound = planted.reduce((total, { measured }) => total + measured.unsound, 0);
      return [
        kind,
        design,
        n,
        nulls.draws,
        percent(nulls.sound, nulls.draws),
        percent(
          falseUnsound,
          planted.reduce((total, { measured }) => total + measured.draws, 0),
        ),
        ...effects.map((shift) => powerText(planted.find((it) => it.shift === shift)?.measured)),
        coverageText([nulls, ...planted.map(({ measured }) => measured)]),
      ];
    }),
  );
}

/** The oracle's power for true effects, and in brackets that of the standard test. */
function powerText(measured: ErrorRates['nulls'] | undefined): string {
  if (measured === undefined) return '–';
  const { sound, standard, draws } = measured;
  return `${percent(sound, draws)}${standard === null ? '' : ` (${percent(standard, draws)})`}`;
}

function coverageText(all: readonly ErrorRates['nulls'][]): string {
  const known = all.map(({ coverage }) => coverage).filter((share) => share !== null);
  return known.length === 0
    ? '–'
    : percent(
        known.reduce((sum, share) => sum + share, 0),
        known.length,
      );
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(2)} %`;
}
