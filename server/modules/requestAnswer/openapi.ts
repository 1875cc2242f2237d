import { TAKE_PATH, takeAnswer } from '../../../shared/requestAnswer/person.ts';
import { binary, failures, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  [TAKE_PATH]: {
    post: {
      operationId: 'requestAnswer.take',
      tags: ['requestAnswer'],
      summary: 'Download the answer to a right: the encrypted archive, or one of its files',
      description:
        'For a data subject whose `session` was opened by a code within the last quarter of an hour. `place` names a file of the answer; without it the archive is sent. Each archive counts as a download.',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: takeAnswer } } },
      responses: {
        '200': { description: 'The bytes.', content: { 'application/octet-stream': { schema: binary } } },
        ...failures(400, 401, 404, 409, 429, 503),
      },
    },
  },
};
