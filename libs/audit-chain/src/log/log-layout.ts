import { join } from 'node:path';

/** Where the nodes of the Merkle tree are kept. */
export function treeDirectory(directory: string): string {
  return join(directory, 'tree');
}

/** Where the newest signed checkpoint lies. */
export function checkpointPath(directory: string): string {
  return join(directory, 'checkpoint');
}

/** What stands for the segments that retention has removed. */
export function prunedPath(directory: string): string {
  return join(directory, 'pruned.json');
}
