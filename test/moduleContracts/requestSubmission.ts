import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  // Files received with a request cannot be changed.
  unchanging: ['requestSubmission.attachments'],
  samples: {
    'requestSubmission.attachments': of((world) => ({ ws: world.ws, id: world.requestId })),
  },
  fill: async ({ app }, { ws, marker, requestFormId, rightId, consentId }) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/v1/${ws}/dsrm-request`,
      headers: { 'idempotency-key': `${marker} request` },
      payload: {
        dsrmRequestFormId: requestFormId,
        consentUUID: consentId,
        identityValidation: { firstName: marker, lastName: marker, email: 'sent@test.example', telephone: '' },
        rightRequestId: rightId,
        requestDetail: marker,
      },
    });
    if (statusCode !== 201) throw new Error(body);
    const url = `/api/v1/${ws}/dsrm-request-uploads`;
    const upload = await app.inject({
      method: 'POST',
      url,
      payload: { dsrmRequestFormId: requestFormId, name: `${marker}.txt`, size: 1000 },
    });
    const { uploadId, token } = upload.json<{ uploadId: string; token: string }>();
    const headers = { 'content-type': 'application/octet-stream', 'upload-token': token, 'upload-offset': '0' };
    await app.inject({ method: 'PUT', url: `${url}/${uploadId}`, headers, payload: Buffer.from(marker) });
  },
} satisfies ModuleContract;
