import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, LinkButton, Stack } from '../../ui/index.ts';

/** What must be there before a form can be begun or published, where it is missing, and where it is made. */
export function Needs() {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const mayAsk = useCan('ropa.read');
  const calm = { enabled: mayAsk, staleTime: 30_000 };
  const applications = trpc.application.withoutConsent.useQuery({ ws, pageSize: 1 }, calm);
  const purposes = trpc.purpose.list.useQuery({ ws, pageSize: 1, status: 'PUBLISHED', lawfulBasis: 'consent' }, calm);
  const [noApplication, noPurpose] = [applications, purposes].map((list) => list.data?.meta.totalItems === 0);
  if (!noApplication && !noPurpose) return null;
  return (
    <Stack gap="2" maxWidth="form" textAlign="start">
      {noApplication && (
        <Need href={pageAddress('applications')} words={t('empty.noApplication')}>
          {t('empty.addApplication')}
        </Need>
      )}
      {noPurpose && (
        <Need href={pageAddress('purposes')} words={t('empty.noPurpose')}>
          {t('empty.addPurpose')}
        </Need>
      )}
    </Stack>
  );
}

function Need({ href, words, children }: { href: string; words: string; children: ReactNode }) {
  return (
    <Banner
      tone="warn"
      action={
        <LinkButton size="sm" href={href}>
          {children}
        </LinkButton>
      }
    >
      {words}
    </Banner>
  );
}
