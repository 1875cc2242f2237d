import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { owedOf } from '../../../shared/incident/status.ts';
import { LONG_TEXT_LIMIT, optionalText, requiredText } from '../../../shared/text.ts';
import { useClock } from '../../clock/useClock.ts';
import { useSession } from '../../shell/session.tsx';
import { Banner, Box, ConfirmDialog, Dialog, LinkButton, Stack, Text } from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { notificationHref } from './address.ts';
import { Incomplete } from './Incomplete.tsx';
import { NewerInForm } from './NewerIncident.tsx';
import type { useMoves } from './useMoves.ts';

/** Moves that need input in a dialog. */
export type DialogMove = 'submit' | 'reject' | 'resolve' | 'verify' | 'sendBack' | 'reopen';

export interface MoveDialogsProps {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  openMove: DialogMove | null;
  onClose: () => void;
}

/**
 * Asks for the input of a move. The input is stored as a draft until the move is made, so that it is not lost by
 * closing the dialog or by a faster colleague.
 */
export function MoveDialogs({ record, moves, openMove, onClose }: MoveDialogsProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const draftKey = (step: DialogMove) => `${ws}.incident.${record.id}.${step}`;
  // A move already made by somebody else cannot be made again: the input stays, with an explanation.
  const noLongerAllowed = openMove !== null && !record.allowed.includes(openMove);
  const staleNotice = noLongerAllowed ? (
    <Banner tone="warn" role="status">
      {t('overtaken')}
    </Banner>
  ) : (
    <NewerInForm record={record} />
  );
  const { rowVersion } = record;

  if (openMove === 'submit') {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('dialog.submitTitle')}
        body={t('dialog.submitBody')}
        confirmLabel={t('action.submit')}
        onConfirm={moves.submit}
      />
    );
  }
  if (openMove === 'reject' || openMove === 'sendBack' || openMove === 'reopen') {
    const body = openMove === 'reject' && record.reportedBy === null ? 'rejectPublic' : openMove;
    return (
      <Dialog open onClose={onClose} title={t(`dialog.${openMove}Title`)} description={t(`dialog.${body}Body`)}>
        <Form
          schema={reasonOnly}
          label={t(`dialog.${openMove}Title`)}
          draftKey={draftKey(openMove)}
          defaultValues={{ reason: '', rowVersion }}
          onSubmit={async (values) => {
            await moves[openMove](values);
            onClose();
          }}
        >
          {staleNotice}
          <TextArea name="reason" label={t('dialog.reason')} limit={2000} required />
          <FormActions submitLabel={t(`action.${openMove}`)} destructive={openMove === 'reject'} />
        </Form>
      </Dialog>
    );
  }
  if (openMove === 'resolve') {
    return (
      <Dialog open onClose={onClose} width={720} title={t('dialog.resolveTitle')} description={t('dialog.resolveBody')}>
        <Form
          schema={resolutionOnly}
          label={t('dialog.resolveTitle')}
          draftKey={draftKey(openMove)}
          defaultValues={{ resolution: record.resolution, rowVersion }}
          onSubmit={async (values) => {
            await moves.resolve(values);
            onClose();
          }}
        >
          {staleNotice}
          {record.activities.length === 0 && <Banner tone="warn">{t('dialog.resolveNoActivity')}</Banner>}
          <TextArea name="resolution" label={t('field.resolution')} rows={7} required />
          <FormActions submitLabel={t('action.resolve')} />
        </Form>
      </Dialog>
    );
  }
  if (openMove === 'verify')
    return <Verify {...{ record, moves, onClose, staleNotice }} draftKey={draftKey(openMove)} />;
  return null;
}

/** The version of the incident that the dialog was opened with; stored with its draft (`NewerInForm`). */
const opened = z.object({ rowVersion: z.number().int() });
const reasonOnly = opened.extend({ reason: requiredText(2000) });
const resolutionOnly = opened.extend({ resolution: requiredText(LONG_TEXT_LIMIT) });
const verification = opened.extend({ note: optionalText(2000), lateReason: optionalText(2000) });
const lateVerification = verification.extend({ lateReason: requiredText(2000) });

/**
 * The DPO's review of a submitted incident. If the authority was notified late, the act requires the reason; if it was
 * not notified at all, notification comes first.
 */
function Verify({
  record,
  moves,
  draftKey,
  onClose,
  staleNotice,
}: Omit<MoveDialogsProps, 'openMove'> & { draftKey: string; staleNotice: ReactNode }) {
  const { t } = useTranslation('incident');
  const { state } = useClock(record.clock);
  const [owed] = owedOf(record);
  const { authorityNotifiedAt, clock } = record;
  const asksWhy =
    state === 'late' || (authorityNotifiedAt !== null && isNotifiedLate(clock, Date.parse(authorityNotifiedAt)));
  return (
    <Dialog open onClose={onClose} width={720} title={t('dialog.verifyTitle')}>
      <Form
        schema={asksWhy ? lateVerification : verification}
        label={t('dialog.verifyTitle')}
        draftKey={draftKey}
        defaultValues={{ note: '', lateReason: record.lateReason, rowVersion: record.rowVersion }}
        onSubmit={async (values) => {
          await moves.verify(values);
          onClose();
        }}
      >
        {staleNotice}
        {owed && (
          <Banner
            tone="danger"
            role="alert"
            title={t(`dialog.notNotified.${owed}`)}
            action={
              <LinkButton size="sm" href={notificationHref(record.id, owed)}>
                {t('dialog.toNotifications')}
              </LinkButton>
            }
          >
            {t('dialog.notNotifiedBody')}
          </Banner>
        )}
        <Incomplete record={record} />
        {record.activities.length === 0 && <Banner tone="warn">{t('dialog.verifyNoActivity')}</Banner>}
        <Box>
          <Text textStyle="dense" color="muted" mb="1">
            {t('dialog.verifyBody')}
          </Text>
          <Stack
            bg="subtle"
            borderRadius="control"
            p="3"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            maxHeight="14rem"
            overflowY="auto"
            tabIndex={0}
          >
            {record.resolution || t('notStated')}
          </Stack>
        </Box>
        {asksWhy && (
          <TextArea
            name="lateReason"
            label={t('field.lateReason')}
            help={t('dialog.lateReasonHelp')}
            limit={2000}
            required
          />
        )}
        <TextArea name="note" label={t('dialog.note')} limit={2000} rows={3} />
        <FormActions submitLabel={t('action.verify')} />
      </Form>
    </Dialog>
  );
}
