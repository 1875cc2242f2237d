import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOverview } from '../../../shared/requestIdentity/schema.ts';
import { BehindLink } from '../../publicPage/BehindLink.tsx';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLatest } from '../../publicPage/useLatest.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, guarded, PageHeader, Stack, useFormat } from '../../ui/index.ts';
import { NOTHING_UNSENT, type UnsentMessage } from '../requestPage/MessagesCard.tsx';
import { RequestProgressView } from '../requestPage/RequestProgressView.tsx';
import { RequestedFacts } from './RequestedFacts.tsx';
import { RequestedDocuments } from './RequestedDocuments.tsx';

/** The interval at which the page checks what else is required of the data subject. */
const AGAIN_MS = 15_000;

interface OpenedRequestProps {
  /** The token of the link, for requesting a new code. */
  token: string;
  session: string;
  /** The message that is being written. */
  unsent: RefObject<UnsentMessage>;
  /** Called when the session has expired or was ended. */
  onEnded: () => void;
}

/** The content after a code was entered: the status of the request. */
export function OpenedRequest({ token, session, unsent, onEnded }: OpenedRequestProps) {
  const { t } = useTranslation('requestIdentity');
  const { call, look } = useOverview(session);
  // Text being typed below stays when the data is refetched after a document was sent.
  const data = useLatest(call.data);
  return (
    <BehindLink
      call={{ ...call, data }}
      onRetry={look}
      heading={t('title')}
      loading={t('loading')}
      refused={401}
      onRefused={() => <Ended onEnded={onEnded} />}
    >
      {(request) => (
        <Overview
          request={request}
          onLeave={() =>
            guarded(() => {
              unsent.current = NOTHING_UNSENT;
              onEnded();
            })
          }
        >
          <RequestedFacts session={session} facts={request.facts} onAnswered={look} />
          <RequestedDocuments
            session={session}
            documents={request.documents}
            identityDays={request.identityDays}
            onSent={look}
          />
          <RequestProgressView {...{ token, session, unsent, onEnded }} organization={request.organization} />
        </Overview>
      )}
    </BehindLink>
  );
}

/** The current state of the request; the previous data stays during a refetch. */
function useOverview(session: string) {
  const { client } = trpc.useUtils();
  const [newest, setNewest] = useState<RequestOverview>();
  const first = trpc.requestIdentity.overview.useMutation({ ...QUIET, onSuccess: setNewest });
  const { mutate } = first;
  const look = useCallback(() => mutate({ session }), [mutate, session]);
  useEffect(look, [look]);
  // The data subject has no socket: new requirements are found by polling. Failures are displayed by the content below,
  // which polls more often.
  useEffect(() => {
    const again = () => {
      if (document.hidden) return;
      client.requestIdentity.overview.mutate({ session }, { context: { quiet: true } }).then(setNewest, () => {});
    };
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [client, session]);
  return { call: { data: newest, error: newest ? null : first.error, isPending: first.isPending }, look };
}

function Ended({ onEnded }: { onEnded: () => void }) {
  useEffect(onEnded, [onEnded]);
  return null;
}

interface OverviewProps {
  request: RequestOverview;
  onLeave: () => void;
  children: ReactNode;
}

function Overview({ request, onLeave, children }: OverviewProps) {
  const { t } = useTranslation('requestIdentity');
  const { dateTime } = useFormat();
  const { reference, organization, person, awaitsOther, confirmBy } = request;
  return (
    <>
      <PageHeader
        title={t('number', { reference })}
        description={t('to', { organization })}
        action={
          <Button data-screen="" onClick={onLeave}>
            {t('leave')}
          </Button>
        }
      />
      <Stack gap="4">
        {awaitsOther && (
          <Banner tone="warn">
            {confirmBy
              ? t(`awaitsOther.${person}`, { date: dateTime(confirmBy, 'long') })
              : t(`awaitsOther${awaitsOther === 'LINK' ? 'ByLink' : 'ByStaff'}.${person}`)}
          </Banner>
        )}
        {children}
      </Stack>
    </>
  );
}
