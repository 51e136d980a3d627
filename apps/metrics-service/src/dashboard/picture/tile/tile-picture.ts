import type { DashboardWidget, TileData } from '@svc/contracts';
import { type Box, INK, rectangle, textAt } from '@svc/svg';
import { chartPicture } from './chart-picture';
import { filterPicture } from './filter-picture';
import { mapPicture } from './map-picture';
import { numberPicture } from './number-picture';
import { mark, proofPicture } from './proof-picture';
import { tablePicture } from './table-picture';
import { paragraphs, words } from './words-picture';

const PADDING = 14;
const TITLE = 26;
const PROOF = 24;

/** A tile in its frame: title, content, and its certificates. Drawn at the origin. */
export function tilePicture(
  widget: DashboardWidget,
  data: TileData,
  { width, height }: Pick<Box, 'width' | 'height'>,
): string[] {
  const inner = width - 2 * PADDING;
  const top = widget.title === undefined ? PADDING : PADDING + TITLE;
  const room = (foot: number): Box => ({ x: PADDING, y: top, width: inner, height: Math.max(0, height - top - foot) });
  return [
    rectangle({ x: 0, y: 0, width, height }, INK.tile, INK.faint, 6),
    ...(widget.title === undefined
      ? []
      : [textAt(PADDING, PADDING + 12, widget.title, { size: 13.5, bold: true, width: inner })]),
    ...body(widget, data, room, { x: PADDING, y: height - 11, width: inner }),
  ];
}

function body(
  widget: DashboardWidget,
  data: TileData,
  room: (foot: number) => Box,
  foot: Omit<Box, 'height'>,
): string[] {
  switch (data.state) {
    case 'text':
      return paragraphs(room(PADDING), data.content);
    case 'filter':
      return [
        ...filterPicture(data, widget.title ?? '', room(data.options.sources.length > 0 ? PROOF + 4 : PADDING)),
        ...(data.options.sources.length > 0 ? [proofPicture(data.options.sources, foot)] : []),
      ];
    case 'uncertified': {
      const reasons = data.sources.map((it) => `${it.name}: ${it.reason}`);
      return [
        ...words(room(PROOF), ['Not certified now', ...reasons], INK.wrong),
        mark('wrong', foot.x + 6, foot.y - 4),
        textAt(foot.x + 18, foot.y, 'no number is shown', { size: 10.5, fill: INK.wrong, width: foot.width - 18 }),
      ];
    }
    case 'failed':
      return [
        ...words(room(PROOF), ['No answer', data.problem.detail], INK.doubt),
        mark('doubt', foot.x + 6, foot.y - 4),
        textAt(foot.x + 18, foot.y, data.problem.code, { size: 10.5, fill: INK.doubt, width: foot.width - 18 }),
      ];
    case 'answered':
      return [...answered(widget, data, room(PROOF + 6)), proofPicture(data.sources, foot)];
  }
}

function answered(widget: DashboardWidget, { answer }: Extract<TileData, { state: 'answered' }>, box: Box): string[] {
  if (answer.rows.length === 0) return words(box, ['No rows']);
  switch (widget.type) {
    case 'metric':
      return numberPicture(widget, answer, box);
    case 'chart':
      return chartPicture(widget, answer, box);
    case 'map':
      return mapPicture(widget, answer, box);
    case 'table':
      return tablePicture(widget, answer, box);
    case 'filter':
    case 'text':
      return [];
  }
}
