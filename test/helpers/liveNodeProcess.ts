// One node in a separate process, to be killed. It writes events on command and reports which were committed.
import { emitOn, startLiveNode } from './liveNode.ts';

export type NodeOrder = { write: number; workspaceId: string };
export type NodeReport = { port: number } | { committed: string };

if (process.send) {
  const node = await startLiveNode(process.argv[2]!);
  process.on('message', async ({ write, workspaceId }: NodeOrder) => {
    for (let count = 0; count < write; count += 4) {
      const ids = await Promise.all([1, 2, 3, 4].map(() => emitOn(node, workspaceId)));
      for (const committed of ids) process.send!({ committed } satisfies NodeReport);
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ port: node.port } satisfies NodeReport);
}
