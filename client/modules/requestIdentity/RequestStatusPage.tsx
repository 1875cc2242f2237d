import { LinkIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenOf } from '../../../shared/auth/schema.ts';
import { NothingBehind } from '../../publicPage/BehindLink.tsx';
import { useLink } from '../../publicPage/useLink.ts';
import { Box } from '../../ui/index.ts';
import { showTitle } from '../../ui/pageTitle.ts';
import { NOTHING_UNSENT } from '../requestPage/MessagesCard.tsx';
import { useAccessSession } from './accessSession.ts';
import { CodeForm } from './CodeForm.tsx';
import { OpenedRequest } from './OpenedRequest.tsx';

/**
 * The page for the sender of a request: a code opens the content of the link. Before that it reveals nothing, not even
 * whether such a request exists. The token is in the fragment of the address.
 */
export default function RequestStatusPage() {
  const { t } = useTranslation('requestIdentity');
  const token = useLink(tokenOf);
  useEffect(() => showTitle(t('title')), [t]);
  return (
    <Box maxWidth="form" mx="auto">
      {token ? (
        <Behind key={token} token={token} />
      ) : (
        <NothingBehind
          heading={t('title')}
          icon={<LinkIcon size={24} aria-hidden />}
          title={t('noLink')}
          body={t('noLinkBody')}
          quiet
        />
      )}
    </Box>
  );
}

function Behind({ token }: { token: string }) {
  const [session, setSession] = useAccessSession(token);
  // A session that expires while somebody writes does not lose their message.
  const unsent = useRef(NOTHING_UNSENT);
  if (session === null) return <CodeForm token={token} onOpened={setSession} />;
  return <OpenedRequest token={token} session={session} unsent={unsent} onEnded={() => setSession(null)} />;
}
