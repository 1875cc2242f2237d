import type { FastifyInstance } from 'fastify';

/** Closes the web server: lets requests under way end for so long, and no longer; an upload may stand still. */
export async function closeApp(app: FastifyInstance, patienceMs: number): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  await app.close();
  clearTimeout(patience);
}
