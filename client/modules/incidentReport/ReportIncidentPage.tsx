import { LinkIcon } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenOf } from '../../../shared/auth/schema.ts';
import { trpc } from '../../trpc.ts';
import { Box } from '../../ui/index.ts';
import { showTitle } from '../../ui/pageTitle.ts';
import { BehindLink, NothingBehind } from '../../publicPage/BehindLink.tsx';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { ReportForm } from './ReportForm.tsx';
import { Thanks } from './Thanks.tsx';

/**
 * The public form: anybody with the link can report a breach to an organisation. The token is in the fragment of the
 * address.
 */
export default function ReportIncidentPage() {
  const { t } = useTranslation('incidentReport');
  const token = useLink(tokenOf);
  useEffect(() => showTitle(t('title')), [t]);
  return (
    <Box maxWidth="form" mx="auto">
      {token ? <Opened key={token} token={token} /> : <Unknown />}
    </Box>
  );
}

function Opened({ token }: { token: string }) {
  const { t } = useTranslation('incidentReport');
  const call = trpc.incidentReport.open.useMutation(QUIET);
  const [submittedReference, setSubmittedReference] = useState<string | null>(null);
  const { mutate } = call;
  const look = useCallback(() => mutate({ token }), [mutate, token]);
  useEffect(look, [look]);
  return (
    <BehindLink
      call={call}
      onRetry={look}
      heading={t('title')}
      loading={t('loading')}
      refused={404}
      onRefused={() => <Unknown />}
    >
      {({ organization, controllers, officers }) =>
        submittedReference === null ? (
          <ReportForm
            token={token}
            organization={organization}
            contacts={{ controllers, officers }}
            onSubmitted={(reference) => {
              setSubmittedReference(reference);
              scrollTo({ top: 0 });
            }}
          />
        ) : (
          <Thanks
            reference={submittedReference}
            organization={organization}
            contacts={{ controllers, officers }}
            onAnother={() => setSubmittedReference(null)}
          />
        )
      }
    </BehindLink>
  );
}

/** Explains why there is no form, and what to do. */
function Unknown() {
  const { t } = useTranslation('incidentReport');
  return (
    <NothingBehind
      heading={t('title')}
      icon={<LinkIcon size={24} aria-hidden />}
      title={t('unknownLink')}
      body={t('unknownLinkBody')}
    />
  );
}
