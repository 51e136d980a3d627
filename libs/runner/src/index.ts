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
export { createTrainer, trainerOn } from './training/create-trainer';
export {
  type EngineGroup,
  fetchWeights,
  GROUP_OF_ENGINE,
  type GroupInstallation,
  installGroup,
} from './training/install-group';
export {
  type NoModel,
  type ScoreOutcome,
  type ScoreRequest,
  type Trainer,
  type TrainOutcome,
  type TrainRequest,
} from './training/trainer';
export {
  type Engine,
  ENGINES,
  type Trial,
  type TrainingProgress,
  trainingReport,
  type TrainingReport,
  type TrainingSpec,
} from './host/training-frames';
