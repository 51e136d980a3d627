import type { Json } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, textTable } from '../command/printing';
import { numberText } from '../terminal/cell-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const profile = await client.profileDataset({ params: { name: args.at(0) } });
  show(context, profile, () =>
    textTable(
      context.terminal,
      ['column', 'type', right('nulls'), right('distinct ≈'), 'least', 'median ≈', 'greatest', 'most frequent'],
      profile.columns.map((it) => [
        it.name,
        it.type,
        it.nulls,
        it.distinct_approx,
        text(it.min),
        text(it.quantiles?.p50 ?? null),
        text(it.max),
        (it.top ?? [])
          .slice(0, 3)
          .map(({ value, count }) => `${text(value) ?? ''} (${String(count)})`)
          .join(', '),
      ]),
    ),
  );
};

function text(value: Json): string | null {
  if (typeof value === 'number') return numberText(value);
  return value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
}
