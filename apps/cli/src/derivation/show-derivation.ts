import { type getDerivation, type ResponseOf, type Run, sourceOf } from '@svc/contracts';
import { type AuthorNames, authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { sourceArgument } from '../command/source-argument';
import { fieldList, shortTime, verdictCell } from '../command/printing';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { gateLists } from './attestation-text';
import { claimText } from './claim-text';
import { estimateText } from './estimate-text';

type Detail = ResponseOf<typeof getDerivation>;

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { derivation: name, set } = sourceArgument(args);
  const params = { name };
  const [derivation, runs] = await Promise.all([
    client.getDerivation({ params }),
    client.listRuns({ params, query: { limit: 1, set } }),
  ]);
  if (args.flag('source')) return show(context, derivation.source, () => derivation.source);
  const newest = runs.items[0] ?? null;
  const nameOf = await authorNames(client, newest === null ? [] : [newest.actor], context);
  show(context, { ...derivation, newest }, () => people(standingOf(derivation, set), newest, context.terminal, nameOf));
};

/** The derivation as of the requested parameter set. */
function standingOf(derivation: Detail, set: string): Detail {
  const found = derivation.parameter_sets.find((it) => it.name === set);
  if (found === undefined) return derivation;
  const certification = { ...derivation.certification, ...found.certification };
  return { ...derivation, name: sourceOf(derivation.name, set), certification };
}

function people(derivation: Detail, newest: Run | null, terminal: Terminal, nameOf: AuthorNames): string {
  const { certification, claim } = derivation;
  const colors = terminal.outColors;
  const fields = fieldList(terminal, [
    ['name', derivation.name],
    ['description', derivation.description],
    ['question', claim?.question ?? null],
    ['claim', claim === null ? null : claimText(claim)],
    [
      'inputs',
      Object.values(derivation.inputs)
        .map((it) => `${it.ref} (${it.kind})`)
        .join(', '),
    ],
    ['parameters', newest === null ? null : paramsText(newest.params)],
    ['other sets', setsText(derivation)],
    ['verdict', verdictCell(newest?.verdict ?? null, colors)],
    ['estimate', estimateText(newest?.attestation?.estimate ?? null)],
    [
      'certified',
      { text: certification.certified ? 'yes' : 'no', paint: certification.certified ? colors.green : colors.red },
    ],
    ['reason', newest?.reason ?? certification.reason],
    ['withdrawn', newest?.verdict === 'sound' && !certification.certified ? certification.reason : null],
    ['certificate', certification.certificate_digest],
    ['rows', newest?.rows ?? null],
    ['ran', newest === null ? null : `${shortTime(newest.finished_at)} by ${nameOf(newest.actor)}`],
  ]);
  return [
    fields,
    ...(newest?.attestation == null ? [] : gateLists(newest.attestation, terminal)),
    ...complaints(newest),
  ].join('\n');
}

/** `season=winter, year=2013`. */
function paramsText(params: Run['params']): string | null {
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? null : pairs.join(', ');
}

/** `winter (certified), summer (not certified)`. */
function setsText({ name, parameter_sets }: Detail): string | null {
  const others = parameter_sets.filter((it) => !name.endsWith(`@${it.name}`));
  if (others.length === 0) return null;
  return others.map((it) => `${it.name} (${it.certification.certified ? 'certified' : 'not certified'})`).join(', ');
}

/** The output of a failed run. */
function complaints(newest: Run | null): string[] {
  if (newest === null || newest.outcome === 'succeeded') return [];
  return [newest.error?.detail, newest.traceback, newest.stderr]
    .filter((it) => it != null && it !== '')
    .map((it) => `${printable(it ?? '')}\n`);
}
