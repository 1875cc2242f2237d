import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DUPLICATE } from '../../../shared/request/grounds.ts';
import { type Request, type RequestRight, requiredReason } from '../../../shared/request/schema.ts';
import { id, optionalText } from '../../../shared/text.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useEditing } from '../../records/useEditing.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, useFormat } from '../../ui/index.ts';
import { Form, FormActions, NumberField, TextArea, useFormContext, useWatch } from '../../ui/form/index.ts';
import { TemplatePicker } from '../answerTemplate/TemplatePicker.tsx';
import { OpenTasks } from '../requestTask/OpenTasks.tsx';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';
import { AssigneeField } from './AssigneeField.tsx';
import { GroundField } from './GroundField.tsx';
import { Answers, DuplicateField, NewDates, WaitingNote } from './MoveParts.tsx';
import { type MoveValues, type RequestMove, useRequestMoves } from './useRequestMoves.ts';

/** The maximum extension, permitted once. */
const MOST_DAYS = 30;
const rightIds = z.array(id).min(1, { error: 'request:noRight' });
const groundCode = z.string({ error: 'errors:required' }).min(1, { error: 'errors:required' });
const days = z.number({ error: 'errors:required' }).int().min(1).max(MOST_DAYS);
const SCHEMAS = {
  verify: z.object({ rightIds }),
  approve: z.object({ rightIds }),
  assign: z.object({ rightIds, assigneeId: id }),
  submit: z.object({ rightIds, reason: requiredReason }),
  revert: z.object({ rightIds, reason: requiredReason }),
  ask: z.object({ rightIds, reason: requiredReason }),
  reopen: z.object({ rightIds, reason: requiredReason }),
  reject: z
    .object({ rightIds, groundCode, duplicateOf: optionalText(50), reason: requiredReason })
    .refine((values) => values.groundCode !== DUPLICATE || values.duplicateOf !== '', {
      path: ['duplicateOf'],
      error: 'errors:required',
    }),
  extend: z.object({ rightIds, days, reason: requiredReason }),
} as const satisfies Record<RequestMove, z.ZodType>;

export interface MoveDialogProps {
  request: Request;
  move: RequestMove;
  /** The right whose card opened the dialog; undefined: all rights that permit the move. */
  rightId?: string | undefined;
  onClose: () => void;
}

/**
 * Asks for the input of a move of one or several rights, and explains the consequences. The input may contain personal
 * data: no draft is stored in the browser.
 */
export function MoveDialog(props: MoveDialogProps) {
  return (
    <MoveFrame {...props}>
      <MoveForm {...props} />
    </MoveFrame>
  );
}

/** The dialog of a move, whose form may still be loading. */
export function MoveFrame({
  move,
  onClose,
  children,
}: Pick<MoveDialogProps, 'move' | 'onClose'> & { children: ReactNode }) {
  const { t } = useTranslation('requestScreen');
  return (
    <Dialog open onClose={onClose} width={640} title={t(`act.${move}`)} description={t(`means.${move}`)}>
      {children}
    </Dialog>
  );
}

export function MoveForm(props: MoveDialogProps) {
  const form = <FormOfMove {...props} />;
  return props.move === 'ask' ? <IfReachable id={props.request.id}>{form}</IfReachable> : form;
}

/** The form of a question, where the data subject can read it. */
function IfReachable({ id: requestId, children }: { id: string; children: ReactNode }) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const messages = trpc.requestMessage.list.useQuery({ ws, id: requestId });
  return (
    <LoadedInDialog query={messages}>
      {({ reachable }) => (reachable ? children : <Banner tone="warn">{t('askUnreachable')}</Banner>)}
    </LoadedInDialog>
  );
}

function FormOfMove({ request, move, rightId, onClose }: MoveDialogProps) {
  const { t } = useTranslation('requestScreen');
  const make = useRequestMoves(request);
  const open = request.rights.filter(({ allowed }) => allowed.includes(move));
  // Whoever is confirmed is confirmed for all rights.
  const isForAll = rightId === undefined || move === 'verify';
  const chosen = open.filter(({ id: one }) => isForAll || one === rightId);
  const defaults = useMemo(
    () => defaultsOf(move, chosen),
    // The input stays when a colleague changes the request.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
  return (
    <Form
      schema={SCHEMAS[move] as z.ZodType<MoveValues, MoveValues>}
      label={t(`act.${move}`)}
      defaultValues={defaults}
      onSubmit={async (values) => {
        await make(move, values);
        onClose();
      }}
    >
      <Telling id={request.id} />
      <Overtaken open={open} />
      {request.rights.length > 1 && move !== 'verify' && <RightsField rights={open} />}
      <Fields move={move} request={request} />
      <FormActions submitLabel={t(`act.${move}`)} destructive={move === 'reject'} />
    </Form>
  );
}

const defaultsOf = (move: RequestMove, chosen: readonly RequestRight[]): MoveValues => ({
  rightIds: chosen.map(({ id: one }) => one),
  ...(move === 'assign' && { assigneeId: chosen[0]?.assignee?.id ?? '' }),
  ...(move === 'reject' && { groundCode: '', duplicateOf: '' }),
  ...(move === 'extend' && { days: MOST_DAYS }),
  ...(!['verify', 'approve', 'assign'].includes(move) && { reason: '' }),
});

/** Tells colleagues that this request is being edited. */
function Telling({ id: requestId }: { id: string }) {
  const { formState } = useFormContext();
  useEditing({ entity: 'request', id: requestId, dirty: formState.isDirty });
  return null;
}

/** Deselects the rights that a colleague has moved meanwhile, which would be refused, and reports it. */
function Overtaken({ open }: { open: readonly RequestRight[] }) {
  const { t } = useTranslation('requestScreen');
  const { getValues, setValue } = useFormContext();
  const [isReduced, setReduced] = useState(false);
  const openIds = open.map(({ id: one }) => one).join(' ');
  useEffect(() => {
    const selected = getValues('rightIds') as string[];
    const left = selected.filter((one) => openIds.includes(one));
    // Without any open right nothing can be selected in their place: the server states why.
    if (openIds === '' || left.length === selected.length) return;
    setValue('rightIds', left);
    setReduced(true);
  }, [openIds, getValues, setValue]);
  if (open.length > 0 && !isReduced) return null;
  return (
    <Banner tone="warn" role="status">
      {t(open.length === 0 ? 'overtaken' : 'overtakenPartly')}
    </Banner>
  );
}

function RightsField({ rights }: { rights: readonly RequestRight[] }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { text } = useFormat();
  return (
    <CheckCards
      name="rightIds"
      label={t('field.rights')}
      required
      cards={rights.map((right) => ({
        value: right.id,
        label: text(right.name),
        section: '',
        plain: [t(`request:stage.${right.stage}`), right.assignee?.name].filter(Boolean).join(' · '),
      }))}
    />
  );
}

function Fields({ move, request }: { move: RequestMove; request: Request }) {
  const { t } = useTranslation('requestScreen');
  const chosen = useChosen(request);
  switch (move) {
    case 'verify':
      return <Banner tone="info">{t('verifyMeans')}</Banner>;
    case 'assign':
      return <AssigneeField />;
    case 'approve':
      return <Answers rights={chosen} />;
    case 'submit':
      return (
        <>
          <OpenTasks request={request} rights={chosen} />
          <TemplatePicker request={request} rights={chosen} outcome="COMPLETED" />
          <ReasonField label={t('field.resolution')} help={t('resolutionHelp')} rows={8} />
        </>
      );
    case 'ask':
      return (
        <>
          <WaitingNote />
          <TemplatePicker request={request} rights={chosen} outcome="QUESTION" />
          <ReasonField label={t('field.question')} />
        </>
      );
    case 'reject':
      return (
        <>
          <GroundField rights={chosen} />
          <DuplicateField />
          <TemplatePicker request={request} rights={chosen} outcome="REFUSED" />
          <ReasonField label={t('field.reason')} help={t('rejectHelp')} rows={8} />
        </>
      );
    case 'extend':
      return (
        <>
          <NumberField name="days" label={t('field.days')} unit={t('daysUnit')} max={MOST_DAYS} required />
          <NewDates rights={chosen} />
          <TemplatePicker request={request} rights={chosen} outcome="EXTENDED" />
          <ReasonField label={t('field.reason')} help={t('extendHelp')} rows={8} />
        </>
      );
    case 'reopen':
      return <ReasonField label={t('field.reason')} help={t('reopenHelp')} />;
    default:
      return <ReasonField label={t('field.reason')} />;
  }
}

/** `rows`: more if a template fills it with a letter. */
function ReasonField({ label, help, rows = 4 }: { label: string; help?: ReactNode; rows?: number }) {
  return (
    <TextArea name="reason" label={label} {...(help !== undefined && { help })} rows={rows} limit={2000} required />
  );
}

/** The selected rights. */
function useChosen(request: Request): RequestRight[] {
  const ids = (useWatch({ name: 'rightIds' }) as string[] | undefined) ?? [];
  return request.rights.filter(({ id: one }) => ids.includes(one));
}
