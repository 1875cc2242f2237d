import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { Need, NeedsApplication } from '../../embedScreen/Need.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Stack } from '../../ui/index.ts';

/** What is required before a form can be created or published, where it is missing, with links to create it. */
export function Needs() {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const { data: has } = trpc.consent.needs.useQuery({ ws }, { staleTime: 30_000 });
  if (!has || (has.application && has.purpose)) return null;
  return (
    <Stack gap="2" maxWidth="form" textAlign="start">
      {!has.application && <NeedsApplication without="consent" allUsed={t('empty.allHaveForms')} />}
      {!has.purpose && (
        <Need text={t('empty.noPurpose')} href={pageAddress('purposes')} action={t('empty.addPurpose')} />
      )}
    </Stack>
  );
}
