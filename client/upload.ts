import type { ErrorBody } from '../shared/errors.ts';
import type { UploadKind } from '../shared/file.ts';
import { currentLocale } from './i18n.ts';
import type { UploadFile } from './ui/form/index.ts';

/** A refused upload: `issues` as for every failed call. */
class UploadError extends Error {
  readonly issues: ErrorBody['issues'];
  constructor(body: ErrorBody) {
    super(body.message);
    this.issues = body.issues;
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
      request.setRequestHeader('accept-language', currentLocale());
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () =>
        request.status < 300
          ? resolve(request.response)
          : reject(new UploadError(request.response ?? { code: 'upload', name: 'upload', message: '' }));
      request.onerror = () => reject(new Error(''));
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
      signal.addEventListener('abort', () => request.abort(), { once: true });
      const form = new FormData();
      form.append('file', file, file.name);
      request.send(form);
    });
}
