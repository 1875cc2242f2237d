import { done, type RouteDescriptions } from './routeDescription.ts';

/** Routes of the server itself, in server/app.ts and docs.ts. */
export const SERVER_ROUTES: RouteDescriptions = {
  '/healthz': {
    get: {
      operationId: 'health.live',
      tags: ['health'],
      summary: 'The process is up',
      security: [],
      responses: done('Up.'),
    },
  },
  '/readyz': {
    get: {
      operationId: 'health.ready',
      tags: ['health'],
      summary: 'The database answers and migrations are done',
      security: [],
      responses: done('Ready.'),
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
