/** Ways of writing a date that are no ISO 8601; each gives year, month, day from its groups, or null for text that is no date. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?.*)?$`;
const NUMBERED = new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})${CLOCK}`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[./](\d{1,2})[./](\d{1,2})${CLOCK}`);
const DAY_MONTH = new RegExp(String.raw`^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4}|\d{2})${CLOCK}`);
const MONTH_DAY = new RegExp(String.raw`^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${CLOCK}`);
const MONTH_ONLY = /^([A-Za-z]{3,9})\.?[ -](\d{4})$/;
const PART_OF_YEAR = /^(\d{4})[- ]?([WQ])(\d{1,2})$/i;
/** Whole numbers that write a date as 20240131. */
const COMPACT = { least: 19_000_101, most: 21_001_231 };
/** Whole numbers that count seconds or milliseconds since 1970, from 2001 to 2096. */
const EPOCHS = [
  { least: 1e9, most: 4e9 },
  { least: 1e12, most: 4e12 },
];

/**
 * Numbers in the order of the dates that the texts write, or null where any is none. Only the order is meant: which of two
 * small numbers is the day is guessed from the whole column.
 */
export function writtenDates(texts: readonly string[]): readonly number[] | null {
  const trimmed = texts.map((text) => text.trim());
  const parts = trimmed.map((text) => NUMBERED.exec(text));
  const isMonthFirst = parts.some((part) => Number(part?.[2]) > 12);
  const dates = trimmed.map((text, i) => numbered(parts[i] ?? null, isMonthFirst) ?? named(text));
  return dates.every((date) => date !== null) ? dates : null;
}

function numbered(parts: RegExpExecArray | null, isMonthFirst: boolean): number | null {
  if (parts === null) return null;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  return isMonthFirst
    ? placeOf(parts, Number(parts[3]), first, second)
    : placeOf(parts, Number(parts[3]), second, first);
}

function named(text: string): number | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return placeOf(yearFirst, Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth !== null) return placeOf(dayMonth, Number(dayMonth[3]), monthOf(dayMonth[2]), Number(dayMonth[1]));
  const monthDay = MONTH_DAY.exec(text);
  if (monthDay !== null) return placeOf(monthDay, Number(monthDay[3]), monthOf(monthDay[1]), Number(monthDay[2]));
  const month = MONTH_ONLY.exec(text);
  if (month !== null) return placeOf(null, Number(month[2]), monthOf(month[1]), 1);
  const part = PART_OF_YEAR.exec(text);
  return part === null ? null : Number(part[1]) * 372 + Number(part[3]) * (part[2]?.toUpperCase() === 'W' ? 7 : 93);
}

function monthOf(word: string | undefined): number {
  return MONTHS.indexOf((word ?? '').slice(0, 3).toLowerCase()) + 1;
}

function placeOf(parts: RegExpExecArray | null, year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const [hour, minute, second] = [4, 5, 6].map((group) => Number(parts?.[group] ?? 0));
  return year * 372 + month * 31 + day + ((hour ?? 0) + ((minute ?? 0) + (second ?? 0) / 60) / 60) / 24;
}

/** Whether whole numbers write dates, or count seconds since 1970. */
export function numbersAreDates(values: Float64Array): boolean {
  const isDay = (value: number): boolean => {
    const [month, day] = [Math.floor(value / 100) % 100, value % 100];
    return value >= COMPACT.least && value <= COMPACT.most && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  };
  return (
    values.every((value) => Number.isNaN(value) || isDay(value)) ||
    EPOCHS.some(({ least, most }) => values.every((value) => Number.isNaN(value) || (value >= least && value <= most)))
  );
}
