import { useTranslation } from 'react-i18next';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { useFormat } from '../useFormat.ts';
import type { DraftState } from './useDraft.ts';

/** States that the form has restored input, and when it was typed. */
export function RestoredDraft({ draft }: { draft: DraftState }) {
  const { t } = useTranslation('ui');
  const { relative } = useFormat();
  if (draft.restoredAt === undefined) return null;
  return (
    <Banner
      tone="info"
      role="status"
      action={
        <Button size="sm" onClick={draft.discard}>
          {t('form.draftDiscard')}
        </Button>
      }
    >
      {/* By the computer's clock, as it was stored. */}
      {t('form.draftRestored')} · {relative(draft.restoredAt, Date.now())}
      {draft.isOver && <div>{t('form.draftOver')}</div>}
    </Banner>
  );
}
