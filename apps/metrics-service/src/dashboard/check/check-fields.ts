import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { DataWidget, ProblemItem } from '@svc/contracts';

/** A column of its answer that a widget uses, and where in the widget it is named. */
interface NamedField {
  readonly at: string;
  readonly field: string;
}

/** Every field in a widget's drawing and interactions that is missing from its answer, which has these columns. `pointer` is the widget's. */
export function checkFields(widget: DataWidget, pointer: string, columns: readonly string[]): ProblemItem[] {
  return [...drawnFields(widget), ...emittedFields(widget)].flatMap(({ at, field }) =>
    columns.includes(field)
      ? []
      : [
          {
            pointer: `${pointer}${at}`,
            message: `the answer has no column "${field}"${didYouMeanOrStop(field, columns)}Columns: ${quotedList(columns)}`,
          },
        ],
  );
}

function drawnFields(widget: DataWidget): NamedField[] {
  switch (widget.type) {
    case 'metric':
      return widget.viz?.field === undefined ? [] : [{ at: '/viz/field', field: widget.viz.field }];
    case 'table':
      return (widget.viz?.columns ?? []).map(({ field }, index) => ({ at: `/viz/columns/${index}/field`, field }));
    case 'chart':
    case 'map':
      return Object.entries(widget.viz.encoding ?? {}).flatMap(([channel, chosen]) =>
        chosen === undefined ? [] : [{ at: `/viz/encoding/${channel}/field`, field: chosen.field }],
      );
  }
}

function emittedFields({ interactions }: DataWidget): NamedField[] {
  return Object.entries(interactions?.crossFilter?.emit ?? {}).map(([variable, field]) => ({
    at: `/interactions/crossFilter/emit/${variable}`,
    field,
  }));
}
