import { Refusal, type Unreachable } from '../kit/client.ts';
import { createRetry } from '../kit/retry.ts';
import type { Attachment } from './draft.ts';
import type { Session } from './session.ts';

/** The progress of a file. */
export type UploadProgress =
  | { kind: 'none' }
  /** `sent`: bytes of `size` that the product has; waiting: the connection was lost. */
  | { kind: 'sending' | 'waiting'; name: string; sent: number; size: number }
  /** It was partly sent in an earlier visit; the browser no longer has the file. */
  | { kind: 'again'; name: string }
  | { kind: 'done'; name: string }
  | { kind: 'refused'; name: string; message: string };

/** Uploads one file in parts, and resumes. */
export interface Upload {
  readonly progress: UploadProgress;
  choose(file: File): void;
  remove(): void;
  stop(): void;
}

/** Sends the file of a session's draft, which an earlier visit may have left. */
export function createUpload({ connection, draft, changed }: Session, onProgress: () => void): Upload {
  const { file: before } = draft;
  let progress: UploadProgress = !before
    ? { kind: 'none' }
    : { kind: before.url ? 'done' : 'again', name: before.name };
  /** The file that is being sent; replacing or removing it stops the upload. */
  let current: File | null = null;
  const retry = createRetry<'part'>();

  function show(next: UploadProgress): void {
    progress = next;
    onProgress();
  }
  function attach(next: Attachment | null): void {
    draft.file = next;
    changed();
  }

  async function send(file: File): Promise<void> {
    const { name, size } = file;
    let sent = 'sent' in progress ? progress.sent : 0;
    try {
      if (!draft.file) {
        const { uploadId, token } = await connection.startUpload({ name, size });
        if (current !== file) return;
        attach({ uploadId, token, name, size, url: '' });
      }
      let state = await connection.uploaded(draft.file!);
      while (current === file && !state.url) {
        sent = state.received;
        show({ kind: 'sending', name, sent, size });
        state = await connection.sendPart(draft.file!, sent, file.slice(sent, sent + state.part));
        retry.reset();
      }
      if (current !== file) return;
      current = null;
      attach({ ...draft.file!, url: state.url });
      show({ kind: 'done', name });
    } catch (error) {
      if (current !== file) return;
      if (error instanceof Refusal) {
        current = null;
        attach(null);
        return show({ kind: 'refused', name, message: error.message });
      }
      show({ kind: 'waiting', name, sent, size });
      retry.plan('part', error as Unreachable, () => void (current === file && send(file)));
    }
  }
  const online = () => void (current && progress.kind === 'waiting' && send(current));
  addEventListener('online', online);

  function remove(): void {
    const former = draft.file;
    current = null;
    retry.cancel('part');
    attach(null);
    show({ kind: 'none' });
    // Whatever the result: the product removes unsent files after a day.
    if (former) connection.removeUpload(former).catch(() => {});
  }

  return {
    get progress(): UploadProgress {
      // The product may have removed it meanwhile.
      return progress.kind === 'done' && !draft.file ? { kind: 'none' } : progress;
    },
    choose(file) {
      const former = draft.file;
      const isSame = former?.name === file.name && former.size === file.size && !former.url;
      if (!isSame) remove();
      current = file;
      show({ kind: 'sending', name: file.name, sent: 0, size: file.size });
      void send(file);
    },
    remove,
    stop() {
      current = null;
      retry.stop();
      removeEventListener('online', online);
    },
  };
}
