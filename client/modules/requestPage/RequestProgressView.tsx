import { Printer } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AUTHORITY } from '../../../shared/answerTemplate/merge.ts';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { Banner, Button, Card, Flex, LinkButton, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { AnswersReady } from '../requestAnswer/AnswersReady.tsx';
import { MessagesCard, type UnsentMessage } from './MessagesCard.tsx';
import { RightsCard } from './RightsCard.tsx';
import { StepsCard } from './StepsCard.tsx';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import { useProgress } from './useProgress.ts';

/** The element in which the question is answered. */
const MESSAGES = 'request-messages';

interface RequestProgressViewProps {
  token: string;
  session: string;
  /** The message that is being written, which outlives the session. */
  unsent: RefObject<UnsentMessage>;
  /** The organisation that asks. */
  organization: string;
  /** Called when the session has ended. */
  onEnded: () => void;
}

/** The status of a request, for its sender: their rights, messages, history, and available actions. */
export function RequestProgressView({ token, session, unsent, organization, onEnded }: RequestProgressViewProps) {
  const { t } = useTranslation('requestPage');
  const { dateTime } = useFormat();
  const [isTakingBack, setTakingBack] = useState(false);
  const { progress, failure, show, retry } = useProgress(session, onEnded);
  if (!progress && failure)
    return <Banner tone="warn" role="alert" title={t('offlineNothing')} action={<Retry onRetry={retry} />} />;
  if (!progress) return <SkeletonText lines={8} />;
  return (
    <Stack gap="4">
      {failure && (
        <Banner tone="warn" role="status">
          {failure.loadedAt === null ? t('offlineNothing') : t('offline', { time: dateTime(failure.loadedAt) })}
        </Banner>
      )}
      <Question rights={progress.rights} />
      <RightsCard progress={progress} />
      <AnswersReady session={session} count={progress.answersReady} onCodeAgain={onEnded} />
      <div id={MESSAGES} tabIndex={-1}>
        <MessagesCard {...{ progress, session, unsent, organization }} onSent={show} />
      </div>
      <StepsCard progress={progress} />
      <Complain />
      <Flex gap="2" flexWrap="wrap" data-screen="">
        <Button icon={<Printer aria-hidden />} onClick={() => print()}>
          {t('print')}
        </Button>
        {progress.withdrawable.length > 0 && (
          <Button look="plain" onClick={() => setTakingBack(true)}>
            {t('takeBack.action')}
          </Button>
        )}
      </Flex>
      {isTakingBack && (
        <TakeBackDialog
          token={token}
          rights={progress.rights.filter(({ id }) => progress.withdrawable.includes(id))}
          onDone={show}
          onClose={() => setTakingBack(false)}
        />
      )}
    </Stack>
  );
}

/** Until when a reply is awaited: of several rights with a question of their own, for each. */
function Question({ rights }: Pick<RequestProgress, 'rights'>) {
  const { t } = useTranslation('requestPage');
  const { dateTime, text } = useFormat();
  // An answer of the release before has no `replyBy`.
  const awaited = rights.flatMap(({ id, name, replyBy }) => (replyBy == null ? [] : { id, name, replyBy }));
  const [first] = awaited;
  if (!first) return null;
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('question.title')}
      action={
        <LinkButton href={`#${MESSAGES}`} onClick={jump} data-screen="">
          {t('question.go')}
        </LinkButton>
      }
    >
      {awaited.every(({ replyBy }) => replyBy === first.replyBy) ? (
        t('question.until', { date: dateTime(first.replyBy, 'long') })
      ) : (
        <>
          {awaited.map(({ id, name, replyBy }) => (
            <p key={id}>{t('question.untilOfRight', { right: text(name), date: dateTime(replyBy, 'long') })}</p>
          ))}
          <p>{t('question.otherwise')}</p>
        </>
      )}
    </Banner>
  );
}

/** The fragment of the address contains the token, so scrolling is done by script. */
function jump(event: { preventDefault: () => void }) {
  event.preventDefault();
  const place = document.getElementById(MESSAGES);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return <Button onClick={onRetry}>{t('retry')}</Button>;
}

function Complain() {
  const { t } = useTranslation('requestPage');
  const { text } = useFormat();
  return (
    <Card title={t('complain.title')}>
      <Text>{t('complain.lead')}</Text>
      <Text fontWeight="semibold">{text(AUTHORITY)}</Text>
    </Card>
  );
}
