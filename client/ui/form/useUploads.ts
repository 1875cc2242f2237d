import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../announcer.ts';
import { useFormState } from './Form.tsx';
import type { UploadedFile, UploadFile } from './FileField.tsx';
import { serverIssues } from './issueMessage.ts';

/** A file that is being uploaded, or that failed. */
export interface Sending {
  key: number;
  name: string;
  size: number;
  /** The sent share, 0 to 1. */
  share: number;
  /** Why it was refused; '' while it is being sent. */
  failure: string;
  stop: () => void;
}

interface UploadOptions {
  upload: UploadFile;
  /** Why a file is not sent at all; '' for those that are. */
  refusal: (file: File) => string;
  /** Otherwise each replaces the previous one. */
  multiple: boolean;
  files: readonly UploadedFile[];
  onFiles: (files: readonly UploadedFile[]) => void;
}

/** Uploads files and adds them to `files` as they arrive; arrival and failure are announced. */
export function useUploads({ upload, refusal, multiple, files, onFiles }: UploadOptions) {
  const { t } = useTranslation('ui');
  const { uploads } = useFormState();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const lastKey = useRef(0);
  const running = useRef<AbortController>(undefined);
  // Uploads end at different times: each adds to the current list.
  const current = useRef(files);
  current.current = files;
  const put = (next: readonly UploadedFile[]) => {
    current.current = next;
    onFiles(next);
  };
  const update = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => setSending((all) => all.filter((one) => one.key !== key));

  /** @returns whether it arrived, or was removed or replaced */
  const sendOne = async (file: File, control: AbortController): Promise<boolean> => {
    lastKey.current += 1;
    const key = lastKey.current;
    const failure = refusal(file);
    const entry = { key, name: file.name, size: file.size, share: 0, failure, stop: () => control.abort() };
    setSending((all) => [...(multiple || failure ? all : []), entry]);
    if (failure) {
      announce(failure, 'assertive');
      return false;
    }
    try {
      const uploaded = await upload(file, (share) => update(key, { share }), control.signal);
      if (control.signal.aborted) return true;
      put(multiple ? [...current.current, uploaded] : [uploaded]);
      drop(key);
      announce(t('file.uploaded', { name: file.name }));
      return true;
    } catch (error) {
      if (control.signal.aborted) return true;
      const reason =
        serverIssues(error)[0]?.reason ?? (error instanceof Error && error.message ? error.message : t('file.failed'));
      update(key, { failure: reason });
      announce(reason, 'assertive');
      return false;
    }
  };
  const send = (list: readonly File[]) => {
    for (const file of list) {
      const control = new AbortController();
      // A replaced file counts no more, whenever it ends; one that is refused replaces none.
      if (!multiple && !refusal(file)) {
        running.current?.abort();
        running.current = control;
      }
      uploads.add(sendOne(file, control), () => control.abort());
    }
  };
  const stop = (one: Sending) => {
    one.stop();
    drop(one.key);
  };
  const remove = (file: UploadedFile) => put(files.filter((one) => one.id !== file.id));
  return { sending, send, stop, remove };
}
