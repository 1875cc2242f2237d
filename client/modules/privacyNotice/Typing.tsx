import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NoticeDraft, noticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { NoticePreview } from '../../../shared/privacyNotice/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormContext } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';

/** The delay after the last keystroke before the text is updated. */
const PAUSE_MS = 500;

interface TypingProps {
  id: string;
  onText: (text: NoticePreview | null) => void;
}

/**
 * Renders the notice text of unsaved changes; null if there are none. Invalid fields leave the text unchanged. Used
 * inside the form.
 */
export function Typing({ id, onText }: TypingProps) {
  const { ws } = useSession();
  const draft = useTypedDraft();
  const { data } = trpc.privacyNotice.preview.useQuery(
    { ws, id, draft: draft! },
    { enabled: draft !== null, placeholderData: keepPreviousData, gcTime: 0 },
  );
  useEffect(() => onText(draft === null ? null : (data ?? null)), [draft, data, onText]);
  return null;
}

/** The unsaved form values, debounced; null: no changes. */
function useTypedDraft(): NoticeDraft | null {
  const { formState, watch, getValues } = useFormContext<FormValues>();
  const { isDirty } = formState;
  const [draft, setDraft] = useState<NoticeDraft | null>(null);
  useEffect(() => {
    if (!isDirty) {
      setDraft(null);
      return;
    }
    const read = () => {
      const typed = noticeDraft.safeParse(getValues());
      if (typed.success) setDraft(typed.data);
    };
    let timer = setTimeout(read, PAUSE_MS);
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [isDirty, watch, getValues]);
  return isDirty ? draft : null;
}
