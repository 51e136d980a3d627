import { quotedList } from '@svc/closest-name';
import type { Column, Grain } from '@svc/contracts';
import { type CalendarPoint, instantText, wallText } from '../time/calendar';
import { grainsFor, kindOf } from '../definition/column-kind';
import { refuse } from '../definition/compile-refusal';
import type { Parameters } from '../filter/parameters.sql';
import type { Zone } from '../time/time-zone';

/**
 * The axis on which periods are cut, as SQL over TIMESTAMPs. Days and longer are local times of the zone, where a day
 * is a day even when clocks change. Minutes and hours of a zone are instants, else the repeated hour
 * would be one; they are returned as TIMESTAMPTZ.
 */
export class TimeAxis {
  private readonly onInstants: boolean;

  constructor(
    readonly grain: Grain,
    private readonly columns: readonly Column[],
    private readonly zone: Zone,
    private readonly parameters: Parameters,
  ) {
    const column = columns.find((it) => !grainsFor(kindOf(it.type)).includes(grain));
    if (column !== undefined)
      throw refuse(
        'invalid-request',
        '/body/grain',
        `"${column.name}" is a ${column.type}, which has no ${grain}; grains: ${quotedList(grainsFor(kindOf(column.type)))}`,
      );
    this.onInstants = !zone.isUtc && (grain === 'minute' || grain === 'hour');
  }

  /** A time column as a point on the axis. A date has no zone. */
  of(column: Column, reference: string): string {
    const kind = kindOf(column.type);
    if (kind === 'date') return this.isDates() ? reference : `CAST(${reference} AS TIMESTAMP)`;
    if (kind === 'timestamptz')
      return this.onInstants || this.zone.isUtc
        ? `${reference} AT TIME ZONE 'UTC'`
        : `${reference} AT TIME ZONE ${this.zoneName()}`;
    return this.onInstants || this.zone.isUtc ? reference : this.toWall(reference);
  }

  /** The start of the period that contains the point. `date_trunc` starts weeks on Monday and makes a TIMESTAMP of a DATE. */
  start(point: string, grain: Grain = this.grain): string {
    if (!this.onInstants) return `date_trunc('${grain}', ${point})`;
    const wall = this.toWall(point);
    if (grain !== 'minute' && grain !== 'hour') return this.fromWall(`date_trunc('${grain}', ${wall})`);
    return `(${point} - (${wall} - date_trunc('${grain}', ${wall})))`;
  }

  /** This many periods later, or earlier. */
  shift(point: string, count: number, grain: Grain = this.grain): string {
    const moved = (from: string): string => `${from} ${count < 0 ? '-' : '+'} INTERVAL ${Math.abs(count)} ${grain}`;
    const byClock = this.onInstants && grain !== 'minute' && grain !== 'hour';
    return byClock ? this.fromWall(`(${moved(this.toWall(point))})`) : `(${moved(point)})`;
  }

  /** A bound of a filter as a point on the axis. */
  bound(point: CalendarPoint): string {
    return this.parameters.bind(
      this.onInstants ? instantText(point, this.zone) : wallText(point, this.zone),
      'TIMESTAMP',
    );
  }

  /** A point in the form of answers: a date where every source stores dates. */
  output(point: string): string {
    if (this.onInstants) return `(${point} AT TIME ZONE 'UTC')`;
    return this.isDates() ? `CAST(${point} AS DATE)` : point;
  }

  private isDates(): boolean {
    return this.columns.every((it) => kindOf(it.type) === 'date');
  }

  private toWall(instant: string): string {
    return `((${instant} AT TIME ZONE 'UTC') AT TIME ZONE ${this.zoneName()})`;
  }

  private fromWall(wall: string): string {
    return `((${wall} AT TIME ZONE ${this.zoneName()}) AT TIME ZONE 'UTC')`;
  }

  private zoneName(): string {
    return this.parameters.bindOnce(this.zone.name, 'VARCHAR');
  }
}
