export { askChild, type ChildAnswer } from './ask-child';
export { type ControlGroup } from './control-group';
export { type ControlGroups, type Enforcement, openControlGroups } from './control-groups';
export { type SandboxConfig } from './bubblewrap-runner';
export { createSandbox } from './create-sandbox';
export { findBubblewrap, SYSTEM_PATH } from './find-bubblewrap';
export { findWalls, type Walls } from './find-walls';
export { boundedNode, giveToWalled, type NodeProgram } from './node-program';
export { type SandboxLimits } from './limits';
export { folderOfThisProcess, sweepProcessFolders } from './process-folder';
export {
  type DescribeOutcome,
  type FailureReason,
  type RunOutcome,
  type RunOutput,
  type RunTrace,
  type SourceProblem,
} from './run-outcome';
export { type Environment, type Execution, type Runner, type RunVariation } from './runner';
export { type DescribeRequest, type RunInput, type RunRequest, type Sandbox, type SqlExecutor } from './sandbox';
export { type ServiceUser } from './service-user';
export {
  type BoundedCommand,
  CHANNEL,
  CHANNEL_AND_LOG,
  type ChildEnding,
  endingText,
  SupervisedChild,
} from './supervised-child';
