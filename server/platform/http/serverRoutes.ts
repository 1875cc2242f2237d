import { done, json, type RouteDescriptions } from './routeDescription.ts';

const states = (...values: string[]) => ({ type: 'string', enum: values });

/** What server/platform/health/health.ts reports (HealthReport). */
const report = (status: object) => ({
  type: 'object',
  required: ['status'],
  properties: {
    status,
    details: {
      type: 'object',
      required: ['files', 'mail', 'live'],
      properties: {
        files: states('up', 'away', 'off', 'other', 'unknown'),
        mail: states('up', 'away', 'off', 'other', 'unknown'),
        live: states('up', 'away', 'waiting'),
        waitingSeconds: { type: 'integer', minimum: 1 },
      },
    },
  },
});

/** Routes of the server itself, in server/app.ts and docs.ts. */
export const SERVER_ROUTES: RouteDescriptions = {
  '/healthz': {
    get: {
      operationId: 'health.live',
      tags: ['health'],
      summary: 'The process is up',
      security: [],
      responses: {
        '200': json('Up.', { type: 'object', required: ['status'], properties: { status: states('up') } }),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'health.ready',
      tags: ['health'],
      summary: 'The database answers and migrations are done',
      security: [],
      responses: {
        '200': json('Ready.', report(states('ready'))),
        '503': json('Not ready.', report(states('migrating', 'database away', 'other files', 'stopping'))),
      },
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'api.document',
      tags: ['api'],
      summary: 'This document',
      security: [],
      responses: done('The document.'),
    },
  },
};
