import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { newVisibilityIn } from '../access/visibility-options';
