import { ENCRYPTED_FILE_LIMITS, FILE_LIMIT, megabytes } from '../../../shared/file.ts';
import {
  accessNote,
  binary,
  done,
  failures,
  multipart,
  uuid,
  type RouteDescriptions,
} from '../http/routeDescription.ts';

const SIZES = `A file has at most ${megabytes(FILE_LIMIT)}; where the address names the workspace, what its tier allows: ${Object.entries(
  ENCRYPTED_FILE_LIMITS,
)
  .map(([tier, limit]) => `${tier} ${megabytes(limit)}`)
  .join(', ')}. Of a workspace two such files are taken at a time.`;
const inAddress = [
  { name: 'workspace', in: 'query', description: 'Or in the form, before or after the file.', schema: uuid },
];
const form = multipart({ file: binary, workspace: uuid });
const requestBody = {
  ...form,
  content: {
    ...form.content,
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'The name of the file.' },
          data: { type: 'string', contentEncoding: 'base64', description: 'Its bytes.' },
          workspace: uuid,
        },
      },
    },
  },
};
const refused = failures(400, 401, 403, 404, 409, 413, 415, 429, 503);

export const openapi: RouteDescriptions = {
  '/encrypt-decrypt-api/v1/encrypt-file': {
    post: {
      operationId: 'crypto.encryptFile',
      tags: ['crypto'],
      description: `${accessNote('encryption.use')} ${SIZES}`,
      parameters: inAddress,
      summary: 'Encrypt a file with the workspace key',
      requestBody,
      responses: { ...done('The encrypted file.', 'application/octet-stream'), ...refused },
    },
  },
  '/encrypt-decrypt-api/v1/decrypt-file': {
    post: {
      operationId: 'crypto.decryptFile',
      tags: ['crypto'],
      description: `${accessNote('encryption.use')} ${SIZES}`,
      parameters: inAddress,
      summary: 'Decrypt a file encrypted by this API',
      requestBody,
      responses: { ...done('The plain file.', 'application/octet-stream'), ...refused },
    },
  },
};
