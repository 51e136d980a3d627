import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a listening socket, as in proc_net_tcp(5). */
const LISTENS = '0A';

/** True while exactly this process listens on the port: an answer might come from another one. */
export function listensOn(pid: number, port: number): boolean {
  try {
    const sockets = new Set(
      ['tcp', 'tcp6'].flatMap((family) => listening(readFileSync(`/proc/${pid}/net/${family}`, 'utf8'), port)),
    );
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(openAt(pid, fd)));
  } catch {
    // It has ended.
    return false;
  }
}

/** The target of a descriptor; nothing for one that was closed since. */
function openAt(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

function listening(table: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTENS && local.endsWith(end) ? [`socket:[${inode}]`] : [];
  });
}
