import type { CertificatePage, CheckList } from '../page/certificate-page';
import { type Density, type Rows, setRows } from './check-rows';
import { EYEBROW, SHEET } from './look';
import type { Sheet } from './sheet';

/** From spacious to dense. Details are dropped before a check is left out. */
const RAN = [
  { columns: 1, size: 8.6, detailLines: 3, gap: 3.4 },
  { columns: 1, size: 8.3, detailLines: 3, gap: 2 },
  { columns: 1, size: 7.8, detailLines: 2, gap: 1.2 },
  { columns: 1, size: 7.3, detailLines: 1, gap: 0.8 },
  { columns: 2, size: 7, detailLines: 2, gap: 1 },
  { columns: 4, size: 6.8, detailLines: 0, gap: 0.8 },
] as const satisfies readonly Density[];

/** Checks that did not run keep their reasons to the last: they are part of the verdict. */
const SKIPPED = [
  { columns: 1, size: 8, detailLines: 2, gap: 2.6 },
  { columns: 2, size: 7.4, detailLines: 3, gap: 1.8 },
  { columns: 2, size: 7, detailLines: 3, gap: 0.8 },
  { columns: 2, size: 6.6, detailLines: 2, gap: 0.6 },
  { columns: 2, size: 6.4, detailLines: 1, gap: 0.4 },
] as const satisfies readonly Density[];

/** The first pair that fits is taken. */
const PAIRS = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 3],
  [4, 3],
  [4, 4],
  [5, 3],
  [5, 4],
] as const;

const HEADING = 14;
const BETWEEN = 9;
/** On a page too full for everything, at least this much goes to checks that did not run. */
const SKIPPED_SHARE = 0.35;

interface Fitted {
  readonly ran: Rows;
  readonly skipped: Rows;
  readonly namesOnly: boolean;
}

/** The checks that ran and those that did not, between `top` and `bottom`, in the most spacious setting that fits. */
export function drawChecks(sheet: Sheet, page: CertificatePage, top: number, bottom: number): void {
  const headings = HEADING + (page.skipped.total === 0 ? 0 : HEADING + BETWEEN);
  const { ran, skipped, namesOnly } = fit(sheet, page, bottom - top - headings);
  drawHeading(sheet, namesOnly ? `${page.ran.heading}, with their findings in the JSON` : page.ran.heading, top);
  ran.draw(top + HEADING);
  if (page.skipped.total === 0) return;
  const second = top + HEADING + ran.height + BETWEEN;
  drawHeading(sheet, page.skipped.heading, second);
  skipped.draw(second + HEADING);
}

function fit(sheet: Sheet, page: CertificatePage, height: number): Fitted {
  const ranRows = RAN.map((density) => once(() => setRows(sheet, page.ran, density)));
  const skippedRows = SKIPPED.map((density) => once(() => setRows(sheet, page.skipped, density)));
  const pair =
    isComplete(page.ran) && isComplete(page.skipped)
      ? PAIRS.find(
          ([ran, skipped]) => (ranRows[ran]?.().height ?? 0) + (skippedRows[skipped]?.().height ?? 0) <= height,
        )
      : undefined;
  if (pair === undefined) return crop(sheet, page, height);
  return {
    ran: setRows(sheet, page.ran, RAN[pair[0]]),
    skipped: setRows(sheet, page.skipped, SKIPPED[pair[1]]),
    namesOnly: RAN[pair[0]].detailLines === 0,
  };
}

/** Whether the page was given every check; of thousands it gets only the first. */
function isComplete({ total, lines }: CheckList): boolean {
  return total === lines.length;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function crop(sheet: Sheet, page: CertificatePage, height: number): Fitted {
  const [ranDensity, skippedDensity] = [RAN[5], SKIPPED[4]];
  const wanted = setRows(sheet, page.skipped, skippedDensity).height;
  const ran = setRows(sheet, page.ran, ranDensity, height - Math.min(wanted, height * SKIPPED_SHARE));
  return { ran, skipped: setRows(sheet, page.skipped, skippedDensity, height - ran.height), namesOnly: true };
}

function drawHeading(sheet: Sheet, text: string, y: number): void {
  sheet.as('H2', () => sheet.line(sheet.typesetter.line(text, EYEBROW), EYEBROW, SHEET.left, y));
}
