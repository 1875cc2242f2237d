import { Archive, CircleCheck, CircleOff, CircleX, Clock, PhoneCall, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IncidentNotification, type MailCounts, reachedOf } from '../../../shared/incidentNotification/schema.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { messageOf } from '../../shell/errors.ts';
import {
  Button,
  chakra,
  ConfirmDialog,
  Flex,
  GlowOnChange,
  Tag,
  Text,
  toast,
  useDialog,
  useFormat,
  Wrap,
} from '../../ui/index.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { LateReason } from './LateReason.tsx';
import { Recipients } from './Recipients.tsx';
import { useMailLimits } from './useMailLimits.ts';
import { SettleFailed } from './SettleFailed.tsx';
import { StopMailing } from './StopMailing.tsx';

type Outcome = Exclude<keyof MailCounts, 'total' | 'unwritten'>;
const LOOKS = {
  waiting: { tone: WORK_TONES.waiting, Icon: Clock },
  sent: { tone: WORK_TONES.sent, Icon: CircleCheck },
  kept: { tone: WORK_TONES.kept, Icon: Archive },
  failed: { tone: WORK_TONES.failed, Icon: CircleX },
  otherwise: { tone: 'ok', Icon: PhoneCall },
  givenUp: { tone: 'neutral', Icon: CircleOff },
} as const satisfies Record<Outcome, unknown>;
const OUTCOMES = Object.keys(LOOKS) as Outcome[];

interface DeliveriesProps {
  row: IncidentNotification;
  /** Whether its incident counts the authority as notified. */
  authorityNotified: boolean;
}

/** The recipients of a notification: how many, the progress, the delivery results, and the actions for failed mails. */
export function Deliveries({ row, authorityNotified }: DeliveriesProps) {
  const { t } = useTranslation('incidentNotification');
  const { number, dateTime } = useFormat();
  const { mails, recipientCount } = row;
  const [open, setOpen] = useState(false);
  // It has reached nobody, and another first report was made: the server refuses to send it again.
  const replaced =
    authorityNotified &&
    row.recipientGroup === 'DATA_PROTECTION_AUTHORITY' &&
    row.report === 'FIRST' &&
    mails !== null &&
    mails.waiting + reachedOf(mails) + mails.otherwise === 0;
  if (recipientCount === 0)
    return row.status === 'SENT' ? (
      <Text textStyle="dense" color="muted">
        {t('notified.noRecipients')}
      </Text>
    ) : null;
  const counts = mails
    ? OUTCOMES.flatMap((outcome) => (mails[outcome] > 0 ? [{ outcome, many: mails[outcome] }] : []))
    : [];
  const progress =
    mails && mails.waiting > 0
      ? t('delivery.progress', { done: number(mails.total - mails.waiting), total: number(mails.total) })
      : null;
  return (
    <chakra.div display="grid" gap="2">
      <Flex gap="2" wrap="wrap" alignItems="center">
        <Text textStyle="dense">
          {t('notified.recipients', { count: recipientCount, number: number(recipientCount) })}
        </Text>
        <GlowOnChange value={counts.map(({ outcome, many }) => `${outcome}${many}`).join()}>
          <Wrap gap="1.5" role="status" data-deliveries="">
            {counts.map(({ outcome, many }) => {
              const { tone, Icon } = LOOKS[outcome];
              return (
                <Tag key={outcome} tone={tone} icon={<Icon aria-hidden />}>
                  {t(`delivery.summary.${outcome}`, { number: number(many) })}
                </Tag>
              );
            })}
          </Wrap>
        </GlowOnChange>
      </Flex>
      {mails && progress && (
        <Flex gap="2" alignItems="center" data-progress="">
          <chakra.progress
            flex="1"
            maxWidth="20rem"
            height="1.5"
            max={mails.total}
            value={mails.total - mails.waiting}
            aria-label={progress}
            css={{ accentColor: '{colors.accent}' }}
          />
          <Text textStyle="dense" fontVariantNumeric="tabular-nums">
            {progress}
          </Text>
        </Flex>
      )}
      {mails && mails.waiting > 0 && <Waiting row={row} mails={mails} />}
      {row.stoppedAt && (
        <Text textStyle="dense" color="muted" overflowWrap="anywhere">
          {t('delivery.stop.stopped', { time: dateTime(row.stoppedAt), reason: row.stopReason })}
        </Text>
      )}
      {mails && mails.failed > 0 && <Failed row={row} mails={mails} replaced={replaced} />}
      <chakra.details textStyle="dense" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <chakra.summary cursor="pointer" color="accent.text" minHeight="8" py="1">
          {t(mails ? 'delivery.show' : 'delivery.showPlain')}
        </chakra.summary>
        {open && <Recipients row={row} />}
      </chakra.details>
    </chakra.div>
  );
}

/**
 * Explains whose daily limit of mails is reached, and when the remaining mails are sent; stops those that wait for
 * their turn or another day.
 */
function Waiting({ row, mails }: { row: IncidentNotification; mails: MailCounts }) {
  const { t } = useTranslation('incidentNotification');
  const { leftToday, limitedBy } = useMailLimits(row.channel, row.recipientGroup, row.recipientCount);
  const isUsedUp = leftToday <= 0;
  return (
    <>
      {isUsedUp && (
        <Text textStyle="dense" color="muted" role="status">
          {t(`delivery.waitsForDay.${limitedBy}`)}
        </Text>
      )}
      {(isUsedUp || mails.unwritten > 0) && <StopMailing row={row} waiting={mails.waiting} />}
    </>
  );
}

/** Sends again only to the recipients not reached, or records how they were notified otherwise. */
function Failed({ row, mails, replaced }: { row: IncidentNotification; mails: MailCounts; replaced: boolean }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const resend = trpc.incidentNotification.resend.useMutation();
  const reasonDialog = useDialog();
  const settle = useDialog();
  const [reason, setReason] = useState(row.lateReason);
  const again = async (lateReason: string) => {
    await resend.mutateAsync({ ws, id: row.incidentId, nid: row.id, lateReason });
    void cache.incidentNotification.invalidate();
    toast.success(t('delivery.retried'));
  };
  const retry = () =>
    again('').catch((error: unknown) => {
      // If no mail had reached the authority, it is only notified now: late, if the deadline has passed.
      if (serverIssues(error).some(({ path }) => path[0] === 'lateReason')) reasonDialog.show();
      else toast.error(messageOf(error, t('delivery.failed')));
    });
  // A report to the authority made through another channel is recorded as a separate one: its time counts.
  const mayBeSettled = row.recipientGroup !== 'DATA_PROTECTION_AUTHORITY';
  return (
    <Flex gap="2" wrap="wrap">
      {!replaced && (
        <Button size="sm" icon={<RotateCcw aria-hidden />} loading={resend.isPending} onClick={() => void retry()}>
          {t('delivery.retry', { count: mails.failed, number: number(mails.failed) })}
        </Button>
      )}
      {mayBeSettled && (
        <Button size="sm" look="quiet" icon={<PhoneCall aria-hidden />} onClick={settle.show}>
          {t('delivery.settle.open', { number: number(mails.failed) })}
        </Button>
      )}
      {mayBeSettled && settle.props.open && <SettleFailed {...settle.props} row={row} failed={mails.failed} />}
      <ConfirmDialog
        {...reasonDialog.props}
        title={t('send.lateReason')}
        confirmLabel={t('editor.send')}
        body={<LateReason value={reason} onChange={setReason} />}
        onConfirm={async () => {
          if (reason.trim() === '') throw new Error(t('send.lateRequired'));
          await again(reason.trim());
        }}
      />
    </Flex>
  );
}
