import { fork } from 'node:child_process';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { attestation, type Attestation, ProblemError } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import { z } from 'zod';
import type { Oracle, OracleQuestion } from '../run/run.ports';

export interface OracleLimits {
  readonly memoryMb: number;
  readonly timeoutMs: number;
}
export const ORACLE_LIMITS = Symbol('OracleLimits');
export const WAREHOUSE = Symbol('Warehouse');

/** What the parent sends the oracle process; the answer is {@link oracleAnswer}. */
export interface OracleTask extends Omit<OracleQuestion, 'table'> {
  readonly parquetPath: string;
  readonly columns: OracleQuestion['table']['columns'];
}

const oracleAnswer = z.union([z.object({ attestation }), z.object({ error: z.string() })]);

/** Judges a run in a process of its own: a runaway gate costs that process, not the service. */
@Injectable()
export class OracleProcess implements Oracle {
  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(ORACLE_LIMITS) private readonly limits: OracleLimits,
  ) {}

  async attest({ table, ...question }: OracleQuestion, signal: AbortSignal): Promise<Attestation> {
    const task: OracleTask = { ...question, columns: table.columns, parquetPath: await this.warehouse.localPath(table.object) };
    const answer = oracleAnswer.parse(await this.ask(task, signal));
    if ('attestation' in answer) return answer.attestation;
    throw new ProblemError('internal', `The oracle could not judge this run: ${answer.error}`);
  }

  private ask(task: OracleTask, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = fork(path.join(__dirname, 'oracle-worker.js'), {
        execArgv: [`--max-old-space-size=${this.limits.memoryMb}`],
        env: {},
        serialization: 'json',
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.limits.timeoutMs)]),
        killSignal: 'SIGKILL',
      });
      child.once('message', (answer) => { resolve(answer); child.kill('SIGKILL'); });
      child.once('error', reject);
      child.once('exit', (code, killedBy) => { reject(new ProblemError('internal', `The oracle process ended without a verdict (${killedBy ?? `exit ${code ?? '?'}`}).`)); });
      child.send(task);
    });
  }
}
