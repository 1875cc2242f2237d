import { Archive, CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_STATES, type IncidentNotification } from '../../../shared/incidentNotification.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { messageOf } from '../../shell/errors.ts';
import { Button, chakra, ConfirmDialog, Flex, GlowOnChange, Tag, Text, toast, useDialog, useFormat, Wrap } from '../../ui/index.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { LateReason } from './LateReason.tsx';

type State = (typeof DELIVERY_STATES)[number];
const LOOKS = { waiting: { tone: 'live', Icon: Clock }, sent: { tone: 'ok', Icon: CircleCheck }, failed: { tone: 'warn', Icon: CircleX }, kept: { tone: 'neutral', Icon: Archive } } as const satisfies Record<State, unknown>;
/** What kept a mail from being sent, by the codes that the server keeps of it (RFC 5321 section 4.2.3, and Node's of sockets). */
function kindOf(error: string): 'address' | 'full' | 'server' | 'attachment' | 'other' {
  if (/\b(450|550|551|553)\b/.test(error)) return 'address';
  if (/\b(452|552)\b/.test(error)) return 'full';
  if (/attachment/.test(error)) return 'attachment';
  return /ECONN|ESOCKET|ETIMEDOUT|EDNS|EAUTH|ETLS/.test(error) ? 'server' : 'other';
}

/** Those drawn at first, and each time more are asked for. */
const PART = 20;

/** Whom it went to: how many, each with what became of his mail, and sending again those that failed. */
export function Deliveries({ row }: { row: IncidentNotification }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const resend = trpc.incidentNotification.resend.useMutation();
  const late = useDialog();
  const [reason, setReason] = useState('');
  const again = async (lateReason: string) => {
    await resend.mutateAsync({ ws, id: row.incidentId, nid: row.id, lateReason });
    void cache.incidentNotification.invalidate();
    toast.success(t('delivery.retried'));
  };
  const retry = () =>
    again('').catch((error: unknown) => {
      // Where no mail had reached the authority, it is told only now: late, if the deadline has passed meanwhile.
      if (serverIssues(error).some(({ path }) => path[0] === 'lateReason')) late.show();
      else toast.error(messageOf(error) ?? t('delivery.failed'));
    });
  // The newest of each recipient counts: one that failed may have been sent again.
  const states = useMemo(() => new Map(row.deliveries.map((one) => [one.position, one])), [row.deliveries]);
  const counts = DELIVERY_STATES.map((state) => ({ state, many: [...states.values()].filter((one) => one.state === state).length })).filter(({ many }) => many > 0);
  const failed = counts.find(({ state }) => state === 'failed')?.many ?? 0;
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(PART);
  if (row.recipients.length === 0) return row.status === 'SENT' ? <Text textStyle="dense" color="muted">{t('told.noRecipients')}</Text> : null;
  return (
    <chakra.div display="grid" gap="2">
      <Flex gap="2" wrap="wrap" alignItems="center">
        <Text textStyle="dense">{t('told.recipients', { number: number(row.recipients.length) })}</Text>
        <GlowOnChange value={counts.map(({ state, many }) => `${state}${many}`).join()}>
          <Wrap gap="1.5" role="status" data-deliveries="">
            {counts.map(({ state, many }) => {
              const { tone, Icon } = LOOKS[state];
              return (
                <Tag key={state} tone={tone} icon={<Icon aria-hidden />}>
                  {t(`delivery.summary.${state}`, { number: number(many) })}
                </Tag>
              );
            })}
          </Wrap>
        </GlowOnChange>
        {failed > 0 && (
          <Button size="sm" icon={<RotateCcw aria-hidden />} loading={resend.isPending} onClick={() => void retry()}>
            {t('delivery.retry', { number: number(failed) })}
          </Button>
        )}
      </Flex>
      <ConfirmDialog
        {...late.props}
        title={t('send.lateReason')}
        confirmLabel={t('editor.send')}
        body={<LateReason value={reason} onChange={setReason} />}
        onConfirm={async () => {
          if (reason.trim() === '') throw new Error(t('send.lateRequired'));
          await again(reason.trim());
        }}
      />
      <chakra.details textStyle="dense" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <chakra.summary cursor="pointer" color="accent.text" minHeight="8" py="1">
          {t(row.deliveries.length > 0 ? 'delivery.show' : 'delivery.showPlain')}
        </chakra.summary>
        {open && (
          <>
            <chakra.ul listStyle="none" mt="2" display="grid" gap="0">
              {row.recipients.slice(0, shown).map((recipient, position) => {
                const delivery = states.get(position);
                const look = delivery && LOOKS[delivery.state];
                return (
                  <chakra.li key={position} display="flex" flexWrap="wrap" gap="2" py="1.5" borderTopWidth="1px">
                    <chakra.span flex="1" minWidth="min(100%, 14rem)" overflowWrap="anywhere">
                      {[recipient.name, recipient.email, recipient.phone].filter(Boolean).join(' · ')}
                    </chakra.span>
                    {delivery && look && (
                      <Tag tone={look.tone} icon={<look.Icon aria-hidden />}>
                        {t(`delivery.${delivery.state}`)}
                      </Tag>
                    )}
                    {delivery?.error && (
                      <chakra.span flexBasis="full" color="muted" overflowWrap="anywhere">
                        {t(`delivery.reason.${kindOf(delivery.error)}`, { code: delivery.error })}
                      </chakra.span>
                    )}
                  </chakra.li>
                );
              })}
            </chakra.ul>
            {shown < row.recipients.length && (
              <Button size="sm" look="quiet" onClick={() => setShown(shown + 5 * PART)}>
                {t('recipients.more', { number: Math.min(5 * PART, row.recipients.length - shown) })}
              </Button>
            )}
          </>
        )}
      </chakra.details>
    </chakra.div>
  );
}
