export { askChild, type ChildAnswer } from './child/ask-child';
export { type ControlGroup } from './control-group/control-group';
export { type ControlGroups, type Enforcement, openControlGroups } from './control-group/control-groups';
export { type SandboxConfig } from './bubblewrap-runner';
export { createSandbox } from './sandbox/create-sandbox';
export { findBubblewrap, SYSTEM_PATH } from './bubblewrap/find-bubblewrap';
export { findWalls, type Walls } from './child/find-walls';
export { boundedNode, giveToWalled, type NodeProgram } from './child/node-program';
export { type SandboxLimits } from './limits';
export { folderOfThisProcess, sweepProcessFolders } from './child/process-folder';
export {
  type DescribeOutcome,
  type FailureReason,
  type RunOutcome,
  type RunOutput,
  type RunTrace,
  type SourceProblem,
} from './sandbox/run-outcome';
export { type Environment, type Execution, type Runner, type RunVariation } from './runner';
export {
  type DescribeRequest,
  type RunInput,
  type RunRequest,
  type Sandbox,
  type SqlExecutor,
} from './sandbox/sandbox';
export { type ServiceUser } from './bubblewrap/service-user';
export {
  type BoundedCommand,
  CHANNEL,
  CHANNEL_AND_LOG,
  type ChildEnding,
  endingText,
  SupervisedChild,
} from './child/supervised-child';
