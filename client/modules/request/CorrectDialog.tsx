import { useTranslation } from 'react-i18next';
import { effectOf } from '../../../shared/request/persons.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { wasConfirmed } from '../../../shared/request/stage.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useEditing } from '../../records/useEditing.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, useFormat } from '../../ui/index.ts';
import {
  FormActions,
  FormSection,
  MultiSelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { needsGuardian } from './checkGuardian.ts';
import { correctionFields, correctionSchema, type CorrectionValues, inputOf, valuesOf } from './correctionFields.ts';
import { GuardianFields, SubjectFields } from './SubjectFields.tsx';
import { useShowRequest } from './useRequestMoves.ts';

/**
 * Corrects the entered data of a request: who asks and what they ask for; merged with concurrent corrections of
 * colleagues. The previous values are stored in the history. No draft is stored in the browser, because it contains
 * personal data.
 */
export function CorrectDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation('requestScreen');
  const form = useCorrection(request, onClose);
  return (
    <Dialog open onClose={onClose} width={720} title={t('correct.action')} description={t('correct.lead')}>
      <RecordForm
        form={form}
        schema={correctionSchema as never}
        label={t('correct.action')}
        notice={<Telling id={request.id} />}
      >
        <CorrectionEffect request={request} />
        <SubjectFields />
        <GuardianFields />
        <WishFields request={request} />
        <FormActions submitLabel={t('correct.save')} />
      </RecordForm>
    </Dialog>
  );
}

function useCorrection(request: Request, onClose: () => void) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { ws } = useSession();
  const words = useWords('requestScreen');
  const show = useShowRequest();
  const update = trpc.request.update.useMutation();
  return useRecordForm<Request, CorrectionValues>({
    record: request,
    valuesOf,
    fields: (theirs) =>
      mergeFields(correctionFields(theirs.rights), (values: CorrectionValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: request.id, rowVersion, ...inputOf(values) }),
    cache: show,
    onSaved: onClose,
    messages: { saved: t('correct.done') },
  });
}

function Telling({ id }: { id: string }) {
  const { formState } = useFormContext();
  useEditing({ entity: 'request', id, dirty: formState.isDirty });
  return null;
}

/** Warns what a correction of a confirmed request means: for who confirms it, its lookups, or who acts in it. */
function CorrectionEffect({ request }: { request: Request }) {
  const { t } = useTranslation('requestScreen');
  const [subject, guardian, ageBand] = useWatch({ name: ['subject', 'guardian', 'ageBand'] }) as [
    CorrectionValues['subject'],
    CorrectionValues['guardian'],
    CorrectionValues['ageBand'],
  ];
  const { identity } = request;
  if (!identity || !wasConfirmed(request.rights)) return null;
  const { email = '', telephone = '', uid = '' } = subject;
  const named = needsGuardian(ageBand) ? { email: guardian.email ?? '' } : identity.guardian;
  const { confirmsAgain, lookedUp, noLongerActing } = effectOf(
    { ...request, identity },
    { ageBand: ageBand === '' ? null : ageBand, identity: { email, telephone, uid, guardian: named } },
  );
  const warnings = [
    confirmsAgain && t('correct.confirmAgain'),
    !confirmsAgain && lookedUp.length > 0 && t('correct.newKey'),
    !confirmsAgain && noLongerActing.length > 0 && t('correct.fewerAct'),
  ].filter((text) => text !== false);
  return warnings.length > 0 ? (
    <Banner tone="warn" role="status">
      {warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Banner>
  ) : null;
}

/** What is asked for, per right that the user may correct. */
function WishFields({ request }: { request: Request }) {
  const { t } = useTranslation('requestScreen');
  const { text } = useFormat();
  const wishes = useWatch({ name: 'wishes' }) as CorrectionValues['wishes'];
  return wishes.map(({ id }, index) => {
    const right = request.rights.find((one) => one.id === id);
    return (
      right && (
        <FormSection key={id} title={text(right.name)}>
          {right.offered.length > 0 && (
            <MultiSelectField
              name={`wishes.${index}.selected`}
              label={t('field.options')}
              options={right.offered.map((option, place) => ({ value: String(place), label: text(option) }))}
            />
          )}
          <TextField name={`wishes.${index}.additional`} label={t('field.additional')} limit={1000} />
          <TextArea name={`wishes.${index}.detail`} label={t('field.detail')} rows={4} />
        </FormSection>
      )
    );
  });
}
