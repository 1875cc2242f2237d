import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesOf } from '../../../shared/receipt.ts';
import { bodyOf, messageOf, statusOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Box, chakra, EmptyState, ErrorState, SkeletonText } from '../../ui/index.ts';
import { OwnChoices } from './OwnChoices.tsx';
import { QUIET } from './quiet.ts';

/** A data subject's own page: what he allowed, changed here as easily as it was given. Workspace and token stand behind the #. */
export default function ChoicesPage() {
  const [link, setLink] = useState(() => choicesOf(location.hash));
  // Another link followed in the same tab changes the # alone.
  useEffect(() => {
    const follow = () => setLink((before) => choicesOf(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return <Box maxWidth="form" mx="auto">{link ? <Opened key={link.token} {...link} /> : <Told kind="noLink" />}</Box>;
}

function Opened(link: { ws: string; token: string }) {
  const { t } = useTranslation('consentReceipt');
  const call = trpc.consentReceipt.choices.open.useMutation(QUIET);
  const { mutate } = call;
  const { ws, token } = link;
  const look = useCallback(() => mutate({ ws, token }), [mutate, ws, token]);
  useEffect(look, [look]);
  if (call.error) {
    // A text that is no link at all is refused for its form.
    const status = statusOf(call.error);
    if (status === 401 || status === 400) return <Told kind={bodyOf(call.error)?.code === 'consentChoices.expired' ? 'expired' : 'invalid'} />;
    return (
      <>
        <Hidden />
        <ErrorState body={messageOf(call.error)} onRetry={look} retrying={call.isPending} />
      </>
    );
  }
  if (!call.data) {
    return (
      <chakra.div aria-busy="true" aria-label={t('choices.loading')}>
        <SkeletonText lines={10} />
      </chakra.div>
    );
  }
  return <OwnChoices key={call.submittedAt} link={link} first={call.data} onReload={look} />;
}

/** Why there is nothing to see, and what to do. */
function Told({ kind }: { kind: 'noLink' | 'expired' | 'invalid' }): ReactNode {
  const { t } = useTranslation('consentReceipt');
  return (
    <>
      <Hidden />
      <chakra.div role={kind === 'noLink' ? 'status' : 'alert'}>
        <EmptyState icon={<KeyRound size={24} aria-hidden />} title={t(`choices.${kind}`)} body={t(`choices.${kind}Body`)} />
      </chakra.div>
    </>
  );
}

function Hidden() {
  const { t } = useTranslation('menu');
  return <chakra.h1 srOnly>{t('page.consentChoices')}</chakra.h1>;
}
