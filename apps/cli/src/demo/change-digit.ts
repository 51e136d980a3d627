import type { UnsignedPayload } from '@svc/audit-chain';

/** A payload with one digit of its most important number changed, and which. */
export interface ChangedDigit<T> {
  readonly payload: T;
  readonly change: string;
}

/** The estimate, else the number of rows, else the number of attempts: one digit of it one higher (a nine one lower). */
export function changeDigit<T extends UnsignedPayload>(payload: T): ChangedDigit<T> {
  const { estimate, data, oracle } = payload;
  if (estimate !== null) {
    const value = nextDigit(estimate.value);
    return {
      payload: { ...payload, estimate: { ...estimate, value } },
      change: `the estimate ${estimate.value} became ${value}`,
    };
  }
  if (data.rows !== null) {
    const rows = nextDigit(data.rows);
    return { payload: { ...payload, data: { ...data, rows } }, change: `${data.rows} rows became ${rows}` };
  }
  const attempts = nextDigit(oracle.attempts);
  return {
    payload: { ...payload, oracle: { ...oracle, attempts } },
    change: `${oracle.attempts} attempts became ${attempts}`,
  };
}

/** The number with its first digit changed; it stays a number of as many digits. */
function nextDigit(value: number): number {
  return Number(String(value).replace(/\d/, (digit) => String(digit === '9' ? 8 : Number(digit) + 1)));
}
