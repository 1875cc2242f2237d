import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, LinkButton, Stack } from '../../ui/index.ts';

/** What is required before a form can be created or published, where it is missing, with links to create it. */
export function Needs() {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const { data: has } = trpc.consent.needs.useQuery({ ws }, { staleTime: 30_000 });
  if (!has || (has.application && has.purpose)) return null;
  return (
    <Stack gap="2" maxWidth="form" textAlign="start">
      {!has.application && (
        <Need href={pageAddress('applications')} words={t('empty.noApplication')}>
          {t('empty.addApplication')}
        </Need>
      )}
      {!has.purpose && (
        <Need href={pageAddress('purposes')} words={t('empty.noPurpose')}>
          {t('empty.addPurpose')}
        </Need>
      )}
    </Stack>
  );
}

function Need({ href, words, children }: { href: string; words: string; children: ReactNode }) {
  // Created in the record of processing, which the workspace may not have.
  const mayMake = useCan('ropa.write');
  return (
    <Banner
      tone="warn"
      action={
        mayMake && (
          <LinkButton size="sm" href={href}>
            {children}
          </LinkButton>
        )
      }
    >
      {words}
    </Banner>
  );
}
