import { KeyRound } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesOf } from '../../../shared/consentReceipt/receipt.ts';
import { bodyOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Box } from '../../ui/index.ts';
import { BehindLink, NothingBehind } from '../../publicPage/BehindLink.tsx';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { OwnChoices } from './OwnChoices.tsx';

/**
 * A data subject's own page: their choices, which they can change as easily as they made them. Workspace and token
 * follow the #.
 */
export default function ConsentChoicesPage() {
  const link = useLink(choicesOf);
  return (
    <Box maxWidth="form" mx="auto">
      {link ? <Opened key={link.token} {...link} /> : <LinkNotice kind="noLink" />}
    </Box>
  );
}

function Opened(link: { ws: string; token: string }) {
  const { t } = useTranslation(['consentReceipt', 'pages']);
  const call = trpc.consentReceipt.choices.open.useMutation(QUIET);
  const { mutate } = call;
  const { ws, token } = link;
  const look = useCallback(() => mutate({ ws, token }), [mutate, ws, token]);
  useEffect(look, [look]);
  return (
    <BehindLink
      call={call}
      onRetry={look}
      heading={t('pages:consentChoices')}
      loading={t('choices.loading')}
      refused={401}
      onRefused={(error) => (
        <LinkNotice kind={bodyOf(error)?.code === 'consentChoices.expired' ? 'expired' : 'invalid'} />
      )}
    >
      {(first) => <OwnChoices key={call.submittedAt} link={link} first={first} onReload={look} />}
    </BehindLink>
  );
}

/** Why there is no content, and what to do. */
function LinkNotice({ kind }: { kind: 'noLink' | 'expired' | 'invalid' }) {
  const { t } = useTranslation(['consentReceipt', 'pages']);
  return (
    <NothingBehind
      heading={t('pages:consentChoices')}
      icon={<KeyRound size={24} aria-hidden />}
      title={t(`choices.${kind}`)}
      body={t(`choices.${kind}Body`)}
      quiet={kind === 'noLink'}
    />
  );
}
