import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, LinkButton } from '../../ui/index.ts';

/** Explains that an application is needed for a form, with a link to create one; renders nothing if there is one. */
export function NeedsApplication() {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const mayAdd = useCan('ropa.write');
  const { data } = trpc.application.pick.useQuery({ ws, without: 'requestForm', pageSize: 1 }, { staleTime: 30_000 });
  if (!data || data.meta.totalItems > 0) return null;
  return (
    <Banner
      tone="warn"
      action={
        mayAdd && (
          <LinkButton size="sm" href={pageAddress('applications')}>
            {t('empty.addApplication')}
          </LinkButton>
        )
      }
    >
      {t('empty.noApplication')}
    </Banner>
  );
}
