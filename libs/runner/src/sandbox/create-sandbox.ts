import { BubblewrapRunner, type SandboxConfig } from '../bubblewrap-runner';
import type { Sandbox } from './sandbox';
import { sandboxOn } from './sandbox-on';

/** The sandbox of this machine. */
export function createSandbox(config: SandboxConfig): Sandbox {
  return sandboxOn(new BubblewrapRunner(config));
}
