import { accessNote, binary, done, multipart, uuid, type RouteDescriptions } from '../http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/encrypt-decrypt-api/v1/encrypt-file': {
    post: {
      operationId: 'crypto.encryptFile',
      tags: ['crypto'],
      description: accessNote('encryption.use'),
      summary: 'Encrypt a file with the workspace key',
      requestBody: multipart({ file: binary, workspace: uuid }),
      responses: done('The encrypted file.', 'application/octet-stream'),
    },
  },
  '/encrypt-decrypt-api/v1/decrypt-file': {
    post: {
      operationId: 'crypto.decryptFile',
      tags: ['crypto'],
      description: accessNote('encryption.use'),
      summary: 'Decrypt a file encrypted by this API',
      requestBody: multipart({ file: binary, workspace: uuid }),
      responses: done('The plain file.', 'application/octet-stream'),
    },
  },
};
