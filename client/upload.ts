import i18next from 'i18next';
import type { ErrorBody } from '../shared/errors.ts';
import type { UploadKind } from '../shared/file.ts';
import { currentLocale } from './i18n.ts';
import { reportSessionProblem } from './sessionProblems.ts';
import type { UploadFile } from './ui/form/index.ts';

/** A refused upload: `issues` as for every failed call. */
class UploadError extends Error {
  readonly issues: ErrorBody['issues'];
  constructor(message: string, issues: ErrorBody['issues']) {
    super(message);
    this.issues = issues;
  }
}

/**
 * Sends files of one kind to a workspace, with progress.
 * @example <FileField name="logo" upload={uploadTo(ws, LOGO)} accept=".pdf" maxBytes={LOGO.limit} />
 */
export const uploadTo = (ws: string, { name: kind }: UploadKind): UploadFile =>
  uploadAt(`/files-api/v1/upload?${new URLSearchParams({ workspace: ws, kind })}`);

/** Sends files to an address. `headers`: beside those of every upload. */
export function uploadAt(url: string, headers: Readonly<Record<string, string>> = {}): UploadFile {
  return (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', url);
      request.setRequestHeader('accept', 'application/json');
      request.setRequestHeader('accept-language', currentLocale());
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        if (request.status < 300) return resolve(request.response);
        const body = request.response as ErrorBody | null;
        if (request.status === 401 || request.status === 403)
          reportSessionProblem({
            kind: request.status === 401 ? 'unauthorized' : 'forbidden',
            ...(body?.code && { body }),
          });
        // Behind a proxy, a refusal may have no body of ours.
        reject(new UploadError(body?.message || i18next.t('errors:upload'), body?.issues));
      };
      request.onerror = () => reject(new Error(''));
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
      signal.addEventListener('abort', () => request.abort(), { once: true });
      const form = new FormData();
      form.append('file', file, file.name);
      request.send(form);
    });
}
