import { LinkIcon } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenOf } from '../../../shared/auth.ts';
import { messageOf, statusOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Box, chakra, EmptyState, ErrorState, SkeletonText } from '../../ui/index.ts';
import { showTitle } from '../../ui/pageTitle.ts';
import { QUIET } from '../consentReceipt/quiet.ts';
import { ReportForm } from './ReportForm.tsx';
import { Thanks } from './Thanks.tsx';

/** The public form: anybody who has the link tells an organisation of a breach. The token stands behind the #. */
export default function ReportIncidentPage() {
  const { t } = useTranslation('incidentReport');
  const [token, setToken] = useState(() => tokenOf(location.hash));
  useEffect(() => showTitle(t('title')), [t]);
  // Another link followed in the same tab changes the # alone.
  useEffect(() => {
    const follow = () => setToken((before) => tokenOf(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <Box maxWidth="form" mx="auto">
      {token ? <Opened key={token} token={token} /> : <Unknown />}
    </Box>
  );
}

function Opened({ token }: { token: string }) {
  const { t } = useTranslation('incidentReport');
  const call = trpc.incidentReport.open.useMutation(QUIET);
  const [taken, setTaken] = useState<string | null>(null);
  const { mutate } = call;
  const look = useCallback(() => mutate({ token }), [mutate, token]);
  useEffect(look, [look]);
  if (call.error) {
    // A text that is no link at all is refused for its form.
    const status = statusOf(call.error);
    if (status === 404 || status === 400) return <Unknown />;
    return (
      <>
        <Hidden />
        <ErrorState body={messageOf(call.error)} onRetry={look} retrying={call.isPending} />
      </>
    );
  }
  if (!call.data) {
    return (
      <chakra.div aria-busy="true" aria-label={t('loading')}>
        <SkeletonText lines={12} />
      </chakra.div>
    );
  }
  const { organization } = call.data;
  if (taken !== null) return <Thanks reference={taken} organization={organization} onAnother={() => setTaken(null)} />;
  return (
    <ReportForm
      token={token}
      organization={organization}
      onTaken={(reference) => {
        setTaken(reference);
        scrollTo({ top: 0 });
      }}
    />
  );
}

/** Why there is no form, and what to do. */
function Unknown() {
  const { t } = useTranslation('incidentReport');
  return (
    <>
      <Hidden />
      <chakra.div role="alert">
        <EmptyState icon={<LinkIcon size={24} aria-hidden />} title={t('unknownLink')} body={t('unknownLinkBody')} />
      </chakra.div>
    </>
  );
}

function Hidden() {
  const { t } = useTranslation('incidentReport');
  return <chakra.h1 srOnly>{t('title')}</chakra.h1>;
}
