import type { Json } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { extra, right, textTable, whole } from '../command/printing';
import { numberText, roundedText } from '../terminal/cell-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const profile = await client.profileDataset({ params: { name: args.at(0) } });
  show(context, profile, () =>
    textTable(
      context.terminal,
      [
        whole('column'),
        whole('type'),
        right('nulls'),
        right('distinct ≈'),
        'minimum',
        extra(2, 'median ≈'),
        'maximum',
        extra(1, 'most frequent'),
      ],
      profile.columns.map((it) => [
        it.name,
        it.type,
        it.nulls,
        it.distinct_approx,
        text(it.min),
        median(it.quantiles?.p50 ?? null),
        text(it.max),
        (it.top ?? [])
          .slice(0, 3)
          .map(({ value, count }) => `${text(value) ?? ''} (${String(count)})`)
          .join(', '),
      ]),
    ),
  );
};

/** An estimate, so its last digits mean nothing. */
function median(value: Json): string | null {
  return typeof value === 'number' ? roundedText(value) : text(value);
}

function text(value: Json): string | null {
  if (typeof value === 'number') return numberText(value);
  return value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
}
