import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SECTION_OF } from '../../../shared/dataRight/schema.ts';
import { endingsOf } from '../../../shared/file.ts';
import { ENTERED_CHANNELS } from '../../../shared/request/schema.ts';
import { REQUEST_ATTACHMENT } from '../../../shared/requestSubmission/schema.ts';
import { today } from '../../format.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { chakra, ErrorState, Grid, useFormat } from '../../ui/index.ts';
import {
  AsyncSelectField,
  CheckboxField,
  DateTimeField,
  FileField,
  FormSection,
  MultiSelectField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { useSession } from '../../shell/session.tsx';
import { uploadTo } from '../../upload.ts';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';
import { useFormChoice, useFormContent } from './useFormInForce.ts';

const TWO = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** How and when the request was received, and the form it uses. */
export function Arrival() {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { forms, options = [], load } = useFormChoice();
  const { setValue, getValues } = useFormContext();
  const only = forms.data?.collection.length === 1 ? forms.data.collection[0]!.id : undefined;
  useEffect(() => {
    if (only && !getValues('requestFormId')) setValue('requestFormId', only);
  }, [only, getValues, setValue]);
  return (
    <FormSection title={t('entry.arrival')}>
      {forms.error && !forms.data && <ErrorState onRetry={() => void forms.refetch()} retrying={forms.isFetching} />}
      <Grid gap="4" alignItems="start" templateColumns={TWO}>
        <DateTimeField
          name="receivedAt"
          label={t('field.receivedAt')}
          help={t('entry.receivedHelp')}
          max={today()}
          required
        />
        <SelectField
          name="channel"
          label={t('field.channel')}
          required
          options={ENTERED_CHANNELS.map((value) => ({ value, label: t(`request:channel.${value}`) }))}
        />
      </Grid>
      <AsyncSelectField
        name="requestFormId"
        label={t('field.form')}
        help={t('entry.formHelp')}
        required
        initialOptions={options}
        load={load}
      />
    </FormSection>
  );
}

/** The rights of the form that are exercised, each with its options and the data subject's description. */
export function RequestedRights() {
  const { t } = useTranslation('requestScreen');
  const { text } = useFormat();
  const [requestFormId, rightIds] = useWatch({ name: ['requestFormId', 'rightIds'] }) as [string, string[]];
  const query = useFormContent(requestFormId);
  const content = query.data;
  const { setValue, getValues } = useFormContext();
  useEffect(() => {
    // Another form may not offer the selected rights.
    const offered = (getValues('rightIds') as string[]).filter((id) =>
      content?.rights.some((right) => right.id === id),
    );
    if (content && offered.length !== (getValues('rightIds') as string[]).length) setValue('rightIds', offered);
  }, [content, getValues, setValue]);
  return (
    <FormSection title={t('part.rights')}>
      <LoadedInDialog query={query}>
        {(form) =>
          form === null ? (
            <chakra.p color="muted">{t('entry.chooseForm')}</chakra.p>
          ) : (
            <CheckCards
              name="rightIds"
              label={t('entry.which')}
              required
              cards={form.rights.map(({ id, code, name, description }) => ({
                value: id,
                label: text(name),
                section: code ? t('section', { section: SECTION_OF[code] }) : '',
                plain: text(description),
              }))}
            />
          )
        }
      </LoadedInDialog>
      {content?.rights
        .filter(({ id }) => rightIds.includes(id))
        .map(({ id, name, options }) => (
          <chakra.fieldset key={id} display="grid" gap="4" minWidth="0">
            <chakra.legend fontWeight="semibold" mb="2">
              {text(name)}
            </chakra.legend>
            {options.length > 0 && (
              <MultiSelectField
                name={`wishes.${id}.selected`}
                label={t('field.options')}
                options={options.map((option, place) => ({ value: String(place), label: text(option) }))}
              />
            )}
            <TextField name={`wishes.${id}.additional`} label={t('field.additional')} limit={1000} />
            <TextArea name={`wishes.${id}.detail`} label={t('field.detail')} rows={4} />
          </chakra.fieldset>
        ))}
    </FormSection>
  );
}

/** What came by post or was handed over, for example the scanned letter. */
export function Attachment() {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  return (
    <FileField
      name="attachment"
      label={t('field.attachment')}
      help={t('entry.attachmentHelp')}
      accept={endingsOf(REQUEST_ATTACHMENT)
        .map((ending) => `.${ending}`)
        .join(',')}
      maxBytes={REQUEST_ATTACHMENT.limit}
      upload={uploadTo(ws, REQUEST_ATTACHMENT)}
    />
  );
}

/** Whether the user has verified the identity, and the consequences. */
export function IdentityChecked() {
  const { t } = useTranslation('requestScreen');
  return (
    <FormSection title={t('field.identity')}>
      <CheckboxField name="verified" label={t('entry.verified')} help={t('entry.verifiedHelp')} />
    </FormSection>
  );
}
