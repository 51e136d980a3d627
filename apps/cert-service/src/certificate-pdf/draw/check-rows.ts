import type { CheckLine, CheckList } from '../page/certificate-page';
import type { Line, TextStyle } from '../type/typesetter';
import { INK, MUTED, SHEET, type, VERDICT_COLOR } from './look';
import type { Sheet } from './sheet';
import { drawVerdictMark } from './verdict-mark';

/** How closely checks are set. */
export interface Density {
  readonly columns: 1 | 2 | 4;
  readonly size: number;
  /** Lines of detail a check may take; one with a finding may take one more. Without any, only names are shown. */
  readonly detailLines: number;
  readonly gap: number;
}

/** Rows that know their height before they are drawn. */
export interface Rows {
  readonly height: number;
  draw(y: number): void;
}

interface Row extends Rows {
  draw(y: number, x?: number): void;
}

const GUTTER = 18;
const LEADING = 1.34;

/**
 * The rows of a list at one density; of a list too long for the height, as many as fit, those with findings
 * first, and a last line that says how many more there are. Only checks without findings are reduced to their names.
 */
export function setRows(sheet: Sheet, { lines, total }: CheckList, density: Density, height = Infinity): Rows {
  const namesOnly = density.detailLines === 0;
  const mustLeaveOut = total > lines.length;
  const whole = namesOnly || mustLeaveOut ? null : columnsOf(setEach(sheet, lines, density), density);
  if (whole !== null && whole.height <= height) return whole;
  const telling = setEach(
    sheet,
    lines.filter((each) => !isQuiet(each)),
    namesOnly ? { ...density, columns: 1, detailLines: 1 } : density,
  );
  const quiet = setEach(sheet, lines.filter(isQuiet), density);
  for (let count = lines.length; count > 0; count -= 1) {
    const first = columnsOf(telling.slice(0, count), namesOnly ? { ...density, columns: 1 } : density);
    const rows = stack([
      first,
      columnsOf(quiet.slice(0, Math.max(0, count - telling.length)), density),
      moreLine(sheet, total - count, density),
    ]);
    if (rows.height <= height) return rows;
  }
  return moreLine(sheet, total, density);
}

function isQuiet({ found }: CheckLine): boolean {
  return found === 'sound' || found === 'skipped';
}

function moreLine(sheet: Sheet, more: number, density: Density): Rows {
  if (more === 0) return { height: 0, draw: () => undefined };
  const style = type('regular', Math.max(density.size, 7), MUTED, LEADING);
  const line = sheet.typesetter.line(`and ${more} more ${more === 1 ? 'check' : 'checks'} in the JSON`, style);
  return {
    height: style.leading + 1,
    draw: (y) => sheet.as('P', () => sheet.line(line, style, SHEET.left + markWidth(density), y + 1)),
  };
}

function stack(parts: readonly Rows[]): Rows {
  return {
    height: parts.reduce((sum, part) => sum + part.height, 0),
    draw(top) {
      let y = top;
      for (const part of parts) {
        part.draw(y);
        y += part.height;
      }
    },
  };
}

/** Read down the first column, then down the next; as even as can be. */
function columnsOf(rows: readonly Row[], density: Density): Rows {
  const all = rows.reduce((sum, row) => sum + row.height, 0);
  const columns: Row[][] = Array.from({ length: density.columns }, () => []);
  let height = 0;
  for (const row of rows) {
    // By its middle, so that no column is longer than the others by more than half a row.
    columns[Math.min(density.columns - 1, Math.floor(((height + row.height / 2) / all) * density.columns))]?.push(row);
    height += row.height;
  }
  return {
    height: Math.max(...columns.map((column) => column.reduce((sum, row) => sum + row.height, 0))),
    draw: (top) =>
      columns.forEach((column, at) => {
        let y = top;
        for (const row of column) {
          row.draw(y, SHEET.left + at * (columnWidth(density) + GUTTER));
          y += row.height;
        }
      }),
  };
}

function columnWidth({ columns }: Density): number {
  return (SHEET.right - SHEET.left - GUTTER * (columns - 1)) / columns;
}

function markWidth({ size }: Density): number {
  return size * 0.86 + 6;
}

function nameWidth(density: Density): number {
  if (density.detailLines === 0) return columnWidth(density) - markWidth(density);
  return density.columns === 1 ? 112 : density.size * 13.4;
}

function setEach(sheet: Sheet, checks: readonly CheckLine[], density: Density): Row[] {
  return checks.map((check) => setRow(sheet, check, density));
}

function setRow(sheet: Sheet, check: CheckLine, density: Density): Row {
  const most = density.detailLines + (isQuiet(check) ? 0 : 1);
  const left = markWidth(density);
  const middle = left + nameWidth(density);
  const styles = { name: nameStyle(check, density), detail: detailStyle(check, density) };
  const name = sheet.typesetter.lines(check.name, styles.name, nameWidth(density) - 6, Math.max(1, most));
  const detail: Line[] =
    most === 0 ? [] : sheet.typesetter.lines(check.detail, styles.detail, columnWidth(density) - middle, most);
  return {
    height: Math.max(name.length, detail.length) * styles.name.leading + density.gap,
    draw(y, x = SHEET.left) {
      const mark = density.size * 0.86;
      sheet.as(
        'Figure',
        () => drawVerdictMark(sheet.pen, check.found, x, y + styles.name.leading / 2 - mark / 2, mark),
        check.found,
      );
      sheet.as('P', () => sheet.text(name, styles.name, x + left, y));
      if (detail.length > 0) sheet.as('P', () => sheet.text(detail, styles.detail, x + middle, y));
    },
  };
}

function nameStyle({ found }: CheckLine, { size }: Density): TextStyle {
  return type(
    'strong',
    size,
    found === 'skipped' ? MUTED : found === 'sound' ? INK : VERDICT_COLOR[found].full,
    LEADING,
  );
}

function detailStyle(check: CheckLine, { size }: Density): TextStyle {
  return type('regular', size, isQuiet(check) ? MUTED : INK, LEADING);
}
