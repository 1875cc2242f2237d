import { binary, done, failures, multipart, type RouteDescriptions } from '../../platform/http/routeDescription.ts';
import { download, DOWNLOAD, UPLOAD } from './routes.ts';

export const openapi: RouteDescriptions = {
  [UPLOAD]: {
    post: {
      operationId: 'requestMessage.upload',
      tags: ['requestMessage'],
      summary: 'Send a file that goes with the next message: a form with the file',
      description:
        'For a data subject whose session stands in the header `request-session`. What goes with no message is removed after a day.',
      security: [],
      parameters: [{ name: 'request-session', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: multipart({ file: binary }),
      responses: { ...done('Received.'), ...failures(400, 401, 413, 415, 429, 503) },
    },
  },
  [DOWNLOAD]: {
    post: {
      operationId: 'requestMessage.download',
      tags: ['requestMessage'],
      summary: 'Read a file of a message',
      description: 'For a data subject, with the `session` that their code has opened.',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: download } } },
      responses: {
        '200': { description: 'The file.', content: { 'application/octet-stream': { schema: binary } } },
        ...failures(400, 401, 404, 429, 503),
      },
    },
  },
};
