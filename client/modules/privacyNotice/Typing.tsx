import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NoticeDraft, noticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { NoticePreview } from '../../../shared/privacyNotice/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormContext } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';

/** How long nothing is typed before the text follows. */
const PAUSE_MS = 500;

interface TypingProps {
  id: string;
  onText: (text: NoticePreview | null) => void;
}

/**
 * Says what the notice reads like while it is typed; null once the form holds what is saved. Fields that are wrong leave
 * it as it was. Inside the form.
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

/** What is typed and not saved yet, after a pause; null: nothing. */
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
