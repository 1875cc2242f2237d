import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LOCALES } from '../../../shared/locale.ts';
import { AGE_BANDS, type Request, subject } from '../../../shared/request/schema.ts';
import { LONG_TEXT_LIMIT, country, optionalText } from '../../../shared/text.ts';
import { useEditing } from '../../records/useEditing.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, toast, useFormat } from '../../ui/index.ts';
import {
  Form,
  FormActions,
  FormSection,
  MultiSelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { checkGuardian, checkReachable, type GuardianValues, needsGuardian } from './checkGuardian.ts';
import { GuardianFields, SubjectFields } from './SubjectFields.tsx';
import { useShowRequest } from './useRequestMoves.ts';

/** A select cannot represent null. */
const ageBand = z.enum(['', ...AGE_BANDS]);
const wish = z.object({
  id: z.string(),
  selected: z.array(z.string()),
  additional: optionalText(),
  detail: optionalText(LONG_TEXT_LIMIT),
});
const base = z.object({
  subject,
  ageBand,
  country: country.unwrap(),
  language: z.enum(LOCALES),
  wishes: z.array(wish),
});
const schema = base.extend({ guardian: z.unknown() }).superRefine(checkGuardian).superRefine(checkReachable);
type Values = z.input<typeof base> & { guardian: GuardianValues };

const NOBODY = { firstName: '', lastName: '', email: '', telephone: '' };

/**
 * Corrects the entered data of a request: who asks and what they ask for. The previous values are stored in the
 * history. No draft is stored in the browser, because it contains personal data.
 */
export function CorrectDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { ws } = useSession();
  const show = useShowRequest();
  const update = trpc.request.update.useMutation();
  // The input stays, based on the row version it started from, when a colleague changes the request.
  const [defaults, rowVersion] = useMemo(() => [valuesOf(request), request.rowVersion] as const, []); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <Dialog open onClose={onClose} width={720} title={t('correct.action')} description={t('correct.lead')}>
      <Form
        schema={schema as unknown as z.ZodType<Values, Values>}
        label={t('correct.action')}
        defaultValues={defaults}
        onSubmit={async (values) => {
          show(await update.mutateAsync({ ws, id: request.id, rowVersion, ...inputOf(values) }));
          toast.success(t('correct.done'));
          onClose();
        }}
      >
        <Telling id={request.id} />
        {request.verifiedAt !== null && <NewAddress request={request} />}
        <SubjectFields />
        <GuardianFields />
        <WishFields request={request} />
        <FormActions submitLabel={t('correct.save')} />
      </Form>
    </Dialog>
  );
}

function valuesOf({ identity, ageBand: band, country: code, language, rights }: Request): Values {
  return {
    subject: identity
      ? {
          firstName: identity.firstName,
          lastName: identity.lastName,
          email: identity.email,
          telephone: identity.telephone,
          uid: identity.uid,
        }
      : { ...NOBODY, uid: '' },
    guardian: identity?.guardian ?? NOBODY,
    ageBand: band ?? '',
    country: code,
    language,
    wishes: rights.flatMap(({ id, selected, additional, detail, editable }) =>
      editable ? { id, selected: selected.map(String), additional: additional ?? '', detail: detail ?? '' } : [],
    ),
  };
}

function inputOf({ subject: who, guardian, ageBand: band, country: code, language, wishes }: Values) {
  return {
    subject: who,
    // Named for another reason than the age (section 20: curator, custodian), they stay as they are.
    guardian: needsGuardian(band) ? guardian : undefined,
    ageBand: band === '' ? null : band,
    country: code,
    language,
    rights: wishes.map(({ id, selected, additional, detail }) => ({
      id,
      selectedRightRequestOptions: selected.map(Number),
      additionalRequestOption: additional,
      requestDetail: detail,
    })),
  };
}

function Telling({ id }: { id: string }) {
  const { formState } = useFormContext();
  useEditing({ entity: 'request', id, dirty: formState.isDirty });
  return null;
}

/** Warns that the answer's address changes although the identity is already verified. */
function NewAddress({ request }: { request: Request }) {
  const { t } = useTranslation('requestScreen');
  const [email, telephone] = useWatch({ name: ['subject.email', 'subject.telephone'] }) as [string, string];
  const isNew = email !== request.identity?.email || telephone !== request.identity.telephone;
  return isNew ? (
    <Banner tone="warn" role="status">
      {t('correct.newAddress')}
    </Banner>
  ) : null;
}

/** What is asked for, per right that the user may correct. */
function WishFields({ request }: { request: Request }) {
  const { t } = useTranslation('requestScreen');
  const { text } = useFormat();
  return request.rights
    .filter(({ editable }) => editable)
    .map((right, index) => (
      <FormSection key={right.id} title={text(right.name)}>
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
    ));
}
