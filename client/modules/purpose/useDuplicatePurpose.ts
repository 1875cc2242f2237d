import { useTranslation } from 'react-i18next';
import type { PurposeItem } from '../../../shared/purpose/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { TEXT_LIMIT } from '../../../shared/text.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast, useFormat } from '../../ui/index.ts';

/** Creates a copy of a purpose as a draft and opens it; names what it was created without. A failure is displayed. */
export function useDuplicatePurpose(): (row: Pick<PurposeItem, 'id' | 'title'>) => Promise<void> {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const { locale, text } = useFormat();
  const goLater = useGoLater();
  const duplicate = trpc.purpose.duplicate.useMutation();
  const cache = trpc.useUtils();
  return async ({ id, title }) => {
    try {
      const go = goLater();
      const { purpose, leftOut } = await duplicate.mutateAsync({
        ws,
        id,
        title: {
          th: t('copyOf.th', { title: title.th }).slice(0, TEXT_LIMIT),
          en: title.en && t('copyOf.en', { title: title.en }).slice(0, TEXT_LIMIT),
        },
      });
      void cache.purpose.list.invalidate();
      const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(leftOut.map(text));
      toast.success(leftOut.length === 0 ? t('duplicated') : t('duplicatedWithout', { names }));
      go(recordAddress('purpose', purpose.id));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
}
