import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRun, show } from '../command/command';
import { EXIT, worstOf } from '../exit-code';
import { withProgress } from '../terminal/progress-line';
import { asItShould } from './attempt';
import { tamperText } from './tamper-text';
import { tamperWithFiles } from './tamper-with-files';
import { tamperWithService } from './tamper-with-service';

/** Tampers with copies of evidence and reports which checks detect it. The evidence itself is never touched. */
export const run: CommandRun = async (args, context) => {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-demo-'));
  try {
    const [certificate, log, publicKey] = [args.maybe(0), args.text('log'), args.text('public-key')];
    const report = await withProgress(context.terminal, 'Looking for evidence', (line) =>
      certificate === undefined && log === undefined
        ? tamperWithService(context, publicKey, scratch, line)
        : tamperWithFiles({ certificate, log, publicKey }, context.terminal, scratch),
    );
    const tampering = report.attempts.filter((it) => it.kind === 'tampering');
    show(context, { ...report, tried: tampering.length, caught: tampering.filter(asItShould).length }, () =>
      tamperText(report, context.terminal),
    );
    return report.attempts.every(asItShould) ? worstOf(report.not_shown.map((it) => it.exit_code)) : EXIT.failure;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
