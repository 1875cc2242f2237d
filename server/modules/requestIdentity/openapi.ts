import { binary, done, multipart, uuid, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/api/v1/request-identity-documents': {
    post: {
      operationId: 'requestIdentity.upload',
      tags: ['requestIdentity'],
      summary: 'Send the requested document: a form with the file (PDF, JPEG, PNG; 10 MB)',
      description: 'For a data subject whose session stands in the header `x-request-session`.',
      parameters: [{ name: 'person', in: 'query', required: true, schema: { enum: ['SUBJECT', 'GUARDIAN', 'AGENT'] } }],
      requestBody: multipart({ file: binary }),
      responses: done('Received.'),
    },
  },
  '/api/v1/{ws}/dsrm-request/{id}/identity-documents/{documentId}': {
    get: {
      operationId: 'requestIdentity.view',
      tags: ['requestIdentity'],
      summary: 'View an identity document, marked with the name of the reader and the time',
      description: 'Permission `request.manage`. Each look stands in the activity log.',
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: uuid },
        { name: 'id', in: 'path', required: true, schema: uuid },
        { name: 'documentId', in: 'path', required: true, schema: uuid },
      ],
      responses: done('The document as SVG.'),
    },
  },
};
