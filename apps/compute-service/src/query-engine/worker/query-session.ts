import type { DuckDBConnection } from '@duckdb/node-api';
import { StatementRefused } from '../../duckdb/engine-failure';
import type { WorkerTable } from '../query-work';
import { openParser, type ParsedStatement, type ParseStatement } from './parse-statement';
import { PreparedStatements } from './prepared/prepared-statements';
import { dropView, statementView, tableView } from './view.sql';

/** Something of a request could not be removed: the worker must not serve another. */
export class TraceLeft extends Error {
  override readonly name = 'TraceLeft';
}

/** An interrupt meant for a statement may arrive after its end. */
const ATTEMPTS = 3;

/**
 * The connection on which statements run, one after the other. A table that the next statement reads too stays visible;
 * any other is removed before it runs, and with it every prepared statement. Nothing else of a statement can remain: it is
 * one SELECT, and functions that keep state are refused.
 */
export class QuerySession {
  /** Name → path of the existing views. */
  private readonly shown = new Map<string, string>();

  readonly statements: PreparedStatements;

  private constructor(
    readonly connection: DuckDBConnection,
    readonly parse: ParseStatement,
  ) {
    this.statements = new PreparedStatements(connection);
  }

  static async open(connection: DuckDBConnection): Promise<QuerySession> {
    return new QuerySession(connection, await openParser(connection));
  }

  /** Parses and checks a statement, and makes exactly the tables it reads visible. */
  async prepare({
    sql,
    tables,
  }: {
    readonly sql: string;
    readonly tables: readonly WorkerTable[];
  }): Promise<ParsedStatement> {
    const statement = await this.parse(sql);
    const wanted = new Map(statement.tables.map((name) => [name, pathOf(name, tables)]));
    for (const [name, path] of this.shown) if (wanted.get(name) !== path) await this.hide(name);
    for (const [name, path] of wanted) if (!this.shown.has(name)) await this.show(name, path);
    return statement;
  }

  /** Runs `work` with a statement under a name, as a view. */
  async withView<T>(name: string, sql: string, work: () => Promise<T>): Promise<T> {
    await this.connection.run(statementView(name, sql));
    return work().finally(() => this.drop(name, ATTEMPTS));
  }

  private async show(name: string, path: string): Promise<void> {
    this.statements.forget();
    await this.connection.run(tableView(name, path));
    this.shown.set(name, path);
  }

  private async hide(name: string): Promise<void> {
    this.statements.forget();
    await this.drop(name, ATTEMPTS);
    this.shown.delete(name);
  }

  private async drop(name: string, attempts: number): Promise<void> {
    try {
      await this.connection.run(dropView(name));
    } catch (error) {
      if (attempts === 1) throw new TraceLeft('a table of a request could not be hidden again', { cause: error });
      await this.drop(name, attempts - 1);
    }
  }
}

function pathOf(name: string, tables: readonly WorkerTable[]): string {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new StatementRefused(`There is no table "${name}" here.`);
  return table.path;
}
