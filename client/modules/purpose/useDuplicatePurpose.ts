import { useTranslation } from 'react-i18next';
import { draftOf, type PurposeItem } from '../../../shared/purpose/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { TEXT_LIMIT } from '../../../shared/text.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Creates a copy of a purpose as a draft and opens it; a failure is displayed. */
export function useDuplicatePurpose(): (row: Pick<PurposeItem, 'id'>) => Promise<void> {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const goLater = useGoLater();
  const create = trpc.purpose.create.useMutation();
  const cache = trpc.useUtils();
  return async (row) => {
    try {
      const { content } = await cache.purpose.get.fetch({ ws, id: row.id });
      const title = {
        th: t('copyOf.th', { title: content.title.th }).slice(0, TEXT_LIMIT),
        en: content.title.en && t('copyOf.en', { title: content.title.en }).slice(0, TEXT_LIMIT),
      };
      const go = goLater();
      const copy = await create.mutateAsync({ ws, ...draftOf(content), title });
      void cache.purpose.list.invalidate();
      toast.success(t('duplicated'));
      go(recordAddress('purpose', copy.id));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
}
