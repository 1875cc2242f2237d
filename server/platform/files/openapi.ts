import { GENERAL, megabytes, WAITING_LIMIT } from '../../../shared/file.ts';
import { binary, done, failures, multipart, uuid, type RouteDescriptions } from '../http/routeDescription.ts';
import type { Upload } from './uploads.ts';

/** Describes the routes of files; `uploads`: what the modules take. */
export const openapi = ({ uploads }: { uploads: ReadonlyMap<string, Upload> }): RouteDescriptions => ({
  '/files-api/v1/upload': {
    post: {
      operationId: 'file.upload',
      tags: ['file'],
      summary: 'Upload a file; answers { url, id, name, size, type }',
      description: `What a kind takes and who may upload it: ${[...uploads.values()]
        .map(
          ({ kind, permissions }) =>
            `\`${kind.name}\` up to ${megabytes(kind.limit)}, ${
              permissions.map((one) => `\`${one}\``).join(' or ') || 'everybody of the workspace'
            }`,
        )
        .join(
          '; ',
        )}. A file that no record shows after a day is removed; those of one person may come to ${megabytes(WAITING_LIMIT)} together. A PDF that runs a script, starts a program or carries files is no \`evidence\`. Named in the address, workspace and kind are judged before the file is read.`,
      parameters: [
        { name: 'workspace', in: 'query', schema: uuid },
        { name: 'kind', in: 'query', schema: { type: 'string', enum: [...uploads.keys()], default: GENERAL.name } },
      ],
      requestBody: multipart({
        file: binary,
        workspace: uuid,
        kind: { type: 'string', enum: [...uploads.keys()], default: GENERAL.name },
      }),
      responses: { ...done('Stored.'), ...failures(400, 401, 403, 404, 413, 415, 429, 503) },
    },
  },
  '/files-api/v1/files/{id}': {
    get: {
      operationId: 'file.download',
      tags: ['file'],
      summary: 'Download a file; range requests',
      description:
        'An API key downloads documents of exports alone, of its own workspace, whose permission is among its scopes.',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: uuid },
        { name: 'workspace', in: 'query', required: true, schema: uuid },
      ],
      responses: done('The file.', 'application/octet-stream'),
    },
  },
});
