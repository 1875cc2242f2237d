import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, chakra, Link, useFormat } from '../../ui/index.ts';

/** Purposes named; the list has all. */
const NAMED = 5;

/** Published purposes that name a person who leaves as responsible: nobody takes them over, each is published anew. */
export function PublishedPurposes({ personId }: { personId: string }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const { number, text } = useFormat();
  const enabled = useCan('ropa.read');
  const filters = { responsiblePersonnelId: personId, status: 'PUBLISHED' } as const;
  const { data } = trpc.purpose.list.useQuery({ ws, ...filters, pageSize: NAMED }, { enabled });
  if (!data || data.meta.totalItems === 0) return null;
  const { collection, meta } = data;
  const title = t('personnel.publishedPurposes', { count: meta.totalItems, number: number(meta.totalItems) });
  return (
    <Banner tone="warn" title={title}>
      <chakra.ul listStyle="none" display="grid" gap="1" textStyle="dense">
        {collection.map((purpose) => (
          <li key={purpose.id}>
            <Link href={recordAddress('purpose', purpose.id)}>{text(purpose.title)}</Link>
          </li>
        ))}
        {meta.totalItems > collection.length && (
          <li>
            <Link href={pageAddress('purposes', filters)}>{t('personnel.viewPurposes')}</Link>
          </li>
        )}
      </chakra.ul>
    </Banner>
  );
}
