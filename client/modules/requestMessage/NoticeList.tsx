import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../shared/requestMessage/schema.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, Flex, StatusTag, Text, toast, useFormat } from '../../ui/index.ts';

/** The mails sent to the data subject, each with its delivery status and an action to send it again. */
export function NoticeList({ id, notices }: { id: string } & Pick<Conversation, 'notices'>) {
  const { t } = useTranslation('requestMessage');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const resend = trpc.requestMessage.resend.useMutation();
  if (notices.length === 0) return null;
  const again = (noticeId: string) =>
    resend.mutate(
      { ws, id, noticeId },
      {
        onSuccess: (conversation) => {
          cache.requestMessage.list.setData({ ws, id }, conversation);
          toast.success(t('resent'));
        },
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <div>
      <chakra.h3 fontWeight="semibold" mb="2">
        {t('notices')}
      </chakra.h3>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {notices.map(({ id: noticeId, kind, at, mails }) => (
          <li key={noticeId}>
            <Flex columnGap="2" rowGap="1" flexWrap="wrap" alignItems="center">
              <span>{t(`notice.${kind}`)}</span>
              {mails.map(({ person, state, returned }) => (
                <StatusTag key={person} tone={WORK_TONES[state]}>
                  {returned === null ? t(`state.${state}`) : t('state.returned', { code: returned })}
                </StatusTag>
              ))}
              {mails.length === 0 && <Text color="muted">{t('noMail')}</Text>}
            </Flex>
            <Flex columnGap="2" flexWrap="wrap" alignItems="center">
              <chakra.time dateTime={at} textStyle="dense" color="muted">
                {dateTime(at)}
              </chakra.time>
              {mails.some(({ state }) => state !== 'waiting') && (
                <Button
                  size="sm"
                  look="quiet"
                  data-screen=""
                  aria-label={t('resendOf', { notice: t(`notice.${kind}`) })}
                  disabled={resend.isPending && resend.variables.noticeId !== noticeId}
                  loading={resend.isPending && resend.variables.noticeId === noticeId}
                  onClick={() => again(noticeId)}
                >
                  {t('resend')}
                </Button>
              )}
            </Flex>
          </li>
        ))}
      </chakra.ul>
    </div>
  );
}
