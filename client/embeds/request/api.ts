import type {
  PublicRequestForm,
  RequestReceived,
  StartedUpload,
  UploadState,
  WorkChallenge,
} from '../../../shared/requestSubmission/schema.ts';
import { post, publicClient } from '../kit/client.ts';
import type { Language } from '../kit/language.ts';
import type { Attachment } from './draft.ts';
import type { SubmissionBody } from './submission.ts';

/** How long a part of a file may take, in milliseconds: the largest one at 18 kbit/s. */
const PART_MS = 120_000;

/** The public calls of a request form. Each throws Refusal or Unreachable. */
export function connect(apiUrl: string, workspace: string, formId: string, language: () => Language) {
  const call = publicClient(apiUrl, workspace, language);
  const form = `/dsrm-request-form-versions/${formId}`;
  const upload = ({ uploadId }: Attachment) => `/dsrm-request-uploads/${uploadId}`;
  return {
    /** The published form. */
    form: () => call<PublicRequestForm>(`${form}/latest`),
    challenge: () => call<WorkChallenge>(`${form}/challenge`),
    /** Continues even when the visitor leaves the page. The same key is never accepted twice. */
    submit: (
      body: SubmissionBody & { token?: string | undefined; work?: { challenge: string; answer: number } | undefined },
      key: string,
    ) => {
      const text = post(body, { 'idempotency-key': key });
      // Browsers refuse to let more than 64 KiB outlive the page; no character of a string has more than 3 bytes.
      return call<RequestReceived>('/dsrm-request', { ...text, keepalive: String(text.body).length < 20_000 });
    },
    startUpload: (file: { name: string; size: number }) =>
      call<StartedUpload>('/dsrm-request-uploads', post({ dsrmRequestFormId: formId, ...file })),
    uploaded: (file: Attachment) => call<UploadState>(upload(file), { headers: { 'upload-token': file.token } }),
    sendPart: (file: Attachment, offset: number, part: Blob) =>
      call<UploadState>(upload(file), {
        method: 'PUT',
        body: part,
        // A slow connection needs longer for it than for other calls.
        signal: AbortSignal.timeout?.(PART_MS),
        headers: {
          'content-type': 'application/octet-stream',
          'upload-token': file.token,
          'upload-offset': String(offset),
        },
      }),
    removeUpload: (file: Attachment) =>
      call<UploadState>(upload(file), { method: 'DELETE', headers: { 'upload-token': file.token } }),
  };
}
export type RequestConnection = ReturnType<typeof connect>;
