import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';

/** Where a proxy asks whether this node is up (`/healthz`) and can take requests (`/readyz`). */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const report = await health.report();
    if (report.status !== 'ready') void reply.code(503).header('retry-after', '1');
    return report;
  });
  // While it stops, a client that keeps its connection is asked to open the next one elsewhere.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.stopping) void reply.header('connection', 'close');
    done();
  });
}
