import { Coins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FEE_STATES, type FeeState, changeFee } from '../../../shared/request/fee.ts';
import { requiredReason } from '../../../shared/request/schema.ts';
import { currentMinute } from '../../clock/typedMoment.ts';
import { today } from '../../format.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Flex, StatusTag, Text, toast, useFormat } from '../../ui/index.ts';
import { DateTimeField, Form, FormActions, RadioCardsField, TextArea } from '../../ui/form/index.ts';
import type { RightPanelProps } from './RightCard.tsx';
import { useShowRequest } from './useRequestMoves.ts';
import { useNewest } from '../../records/useNewest.ts';

const TONES = { REQUESTED: 'info', PAID: 'ok', WAIVED: 'neutral' } as const satisfies Record<FeeState, string>;
const schema = changeFee
  .pick({ state: true, at: true, reason: true })
  .refine(({ state, reason }) => state !== 'WAIVED' || requiredReason.safeParse(reason).success, {
    path: ['reason'],
    error: 'errors:required',
  });

/** The fee of a right, if its form charges one: the amount, its status, and how the status is recorded. */
export function Fee({ request, right }: RightPanelProps) {
  const { t } = useTranslation('requestScreen');
  const { date, number } = useFormat();
  const manages = useCan('request.manage');
  const [open, setOpen] = useState(false);
  const { fee, feeState, feeAt, feeReason } = right;
  if (fee === 0) return null;
  return (
    <Flex direction="column" gap="1.5" alignItems="flex-start">
      <Flex wrap="wrap" gap="2" alignItems="center">
        <span>{t('fee.amount', { amount: number(fee) })}</span>
        {feeState && (
          <StatusTag tone={TONES[feeState]}>
            {t(`fee.${feeState}`)} · {date(feeAt)}
          </StatusTag>
        )}
      </Flex>
      {feeReason && (
        <Text textStyle="dense" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {feeReason}
        </Text>
      )}
      {manages && request.anonymisedAt === null && (
        <Button size="sm" icon={<Coins aria-hidden />} onClick={() => setOpen(true)}>
          {t('fee.record')}
        </Button>
      )}
      {open && <FeeDialog request={request} right={right} onClose={() => setOpen(false)} />}
    </Flex>
  );
}

type Values = z.output<typeof schema>;

const defaultsOf = ({ feeState }: RightPanelProps['right']): Values => ({
  state: feeState === null ? 'REQUESTED' : 'PAID',
  at: currentMinute(),
  reason: '',
});

function FeeDialog({ request, right, onClose }: RightPanelProps & { onClose: () => void }) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const { number } = useFormat();
  const show = useShowRequest();
  const change = trpc.request.changeFee.useMutation();
  // Those that the dialog opened with, even if a colleague changes the fee, until that was reported.
  const [opened] = useState(request);
  const [{ rowVersion }, over] = useNewest(opened);
  const [defaults] = useState(() => defaultsOf(right));
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('fee.record')}
      description={t('fee.amount', { amount: number(right.fee) })}
    >
      <Form
        schema={schema}
        label={t('fee.record')}
        defaultValues={defaults}
        onSubmit={async (values) => {
          show(await over(change.mutateAsync({ ws, id: request.id, rowVersion, rightId: right.id, ...values })));
          toast.success(t('fee.recorded'));
          onClose();
        }}
      >
        <Banner tone="info">{t('fee.noClock')}</Banner>
        <RadioCardsField
          name="state"
          label={t('fee.state')}
          required
          columns={3}
          cards={FEE_STATES.map((value) => ({
            value,
            label: t(`fee.${value}`),
            disabled: value === 'REQUESTED' && right.closedAt !== null,
          }))}
        />
        <DateTimeField name="at" label={t('fee.at')} max={today()} required />
        <TextArea name="reason" label={t('field.reason')} help={t('fee.reasonHelp')} limit={2000} rows={3} />
        <FormActions submitLabel={t('fee.record')} />
      </Form>
    </Dialog>
  );
}
