import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a socket that listens, as proc_net_tcp(5) writes it. */
const LISTENS = '0A';

/** True while this very process listens on the port: who answers there may be another's. */
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

/** What is open under a descriptor; nothing for one that was closed since. */
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
