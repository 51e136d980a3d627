import { runCli } from './run-cli';
import { processTerminal } from './terminal/terminal';

// A reader that closes the pipe (`svc metric list | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const argv = process.argv.slice(2);
void runCli(argv, processTerminal(!argv.includes('--no-color'))).then((code) => {
  // Node would wait for what fetch prepares for later requests, which takes half as long as the command itself.
  process.stdout.write('', () => process.exit(code));
});
