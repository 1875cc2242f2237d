import { hostname } from 'node:os';

let nodes = 0;
/**
 * Names a node by its machine and process; a process may have several. Postgres keeps 63 bytes of a connection's name.
 */
export function newNodeName(): string {
  nodes += 1;
  return `${hostname().slice(0, 32)} ${process.pid}${nodes > 1 ? `.${nodes}` : ''}`;
}
