import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EVIDENCE } from '../../../shared/incident/evidence.ts';
import { BREACH_KINDS, INCIDENT_CAUSES, INCIDENT_SOURCES } from '../../../shared/incident/schema.ts';
import { fileHref, uploadTo } from '../../upload.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { today } from '../../format.ts';
import { Card, Grid } from '../../ui/index.ts';
import {
  CheckboxField,
  DateTimeField,
  EmailField,
  FileField,
  FormSection,
  NumberField,
  PhoneField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { useFormState } from '../../ui/form/Form.tsx';
import { serverNow } from '../../clock/serverTime.ts';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';
import { SearchField } from '../purpose/fields/SearchField.tsx';
import { Suggestion } from './Suggestion.tsx';

const PAGE = 20;
const TWO = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** The fields of a report, in the order in which one tells of it. */
export function ReportFields() {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const lastDay = today(serverNow());
  // Who reports is kept sealed by the server: this browser's draft has no part of it.
  const { secret } = useFormState();
  useEffect(() => {
    secret.add('reporter');
  }, [secret]);

  return (
    <>
      <Card>
        <FormSection title={t('section.what')}>
          <TextField name="title" label={t('field.title')} help={t('field.titleHelp')} limit={300} required />
          <TextArea name="description" label={t('field.description')} rows={5} />
          <Grid gap="4" alignItems="start" templateColumns={TWO}>
            <SelectField
              name="cause"
              label={t('field.cause')}
              required
              options={INCIDENT_CAUSES.map((value) => ({ value, label: t(`cause.${value}`) }))}
            />
            <SelectField
              name="source"
              label={t('field.source')}
              required
              options={INCIDENT_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
            />
          </Grid>
          <CheckCards
            name="breachKinds"
            label={t('field.breachKinds')}
            cards={BREACH_KINDS.map((value) => ({
              value,
              label: t(`breachKind.${value}`),
              section: '',
              plain: t(`breachKindPlain.${value}`),
            }))}
          />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('section.when')}>
          <Grid gap="4" alignItems="start" templateColumns={TWO}>
            <DateTimeField
              name="occurredAt"
              label={t('field.occurredAt')}
              help={t('field.occurredAtHelp')}
              max={lastDay}
              required
            />
            <DateTimeField
              name="discoveredAt"
              label={t('field.discoveredAt')}
              help={t('field.discoveredAtHelp')}
              max={lastDay}
              required
            />
          </Grid>
          <MomentsInOrder />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('section.whom')}>
          <SearchField
            name="applicationIds"
            label={t('field.applicationIds')}
            required
            multiple
            search={async ({ query, page }) => {
              const { collection, meta } = await cache.application.pick.fetch({
                ws,
                query,
                currentPage: page,
                pageSize: PAGE,
              });
              return {
                entries: collection.map(({ id, name }) => ({ id, name: { th: name, en: name } })),
                hasMore: meta.currentPage < meta.totalPage,
              };
            }}
          />
          <Suggestion />
          <SearchField
            name="dataSubjectGroupIds"
            label={t('field.dataSubjectGroupIds')}
            required
            multiple
            search={async ({ query, page }) => {
              const { collection, meta } = await cache.catalogue.list.fetch({
                ws,
                kind: 'dataSubjectGroup',
                query,
                currentPage: page,
                pageSize: PAGE,
              });
              return { entries: collection, hasMore: meta.currentPage < meta.totalPage };
            }}
          />
          <SearchField
            name="purposeIds"
            label={t('field.purposeIds')}
            multiple
            search={async ({ query, page }) => {
              const { collection, meta } = await cache.purpose.pick.fetch({
                ws,
                query,
                currentPage: page,
                pageSize: PAGE,
              });
              return {
                entries: collection.map(({ id, title }) => ({ id, name: title })),
                hasMore: meta.currentPage < meta.totalPage,
              };
            }}
          />
          <SearchField
            name="piiCategoryIds"
            label={t('field.piiCategoryIds')}
            multiple
            search={async ({ query, page }) => {
              const { collection, meta } = await cache.piiCategory.list.fetch({
                ws,
                query,
                currentPage: page,
                pageSize: PAGE,
              });
              return { entries: collection, hasMore: meta.currentPage < meta.totalPage };
            }}
          />
          <CheckboxField name="sensitive" label={t('field.sensitive')} />
          <Grid gap="4" alignItems="start" templateColumns={TWO}>
            <NumberField name="subjectCount" label={t('field.subjectCount')} unit={t('unit.people')} />
            <NumberField name="recordCount" label={t('field.recordCount')} unit={t('unit.records')} />
          </Grid>
          <TextField name="affectedSystems" label={t('field.affectedSystems')} help={t('field.affectedSystemsHelp')} />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('section.done')}>
          <TextArea name="actionsTaken" label={t('field.actionsTaken')} rows={4} required />
          <TextArea name="consequences" label={t('field.consequences')} rows={3} />
          <FileField
            name="attachment"
            label={t('field.attachment')}
            upload={uploadTo(ws, EVIDENCE)}
            accept=".pdf"
            maxBytes={EVIDENCE.limit}
            href={(file) => fileHref(ws, file.id)}
          />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('section.reporter')} description={t('reporterNote')}>
          <Grid gap="4" alignItems="start" templateColumns={TWO}>
            <TextField
              name="reporter.firstName"
              label={t('field.firstName')}
              limit={200}
              autoComplete="given-name"
              required
            />
            <TextField
              name="reporter.lastName"
              label={t('field.lastName')}
              limit={200}
              autoComplete="family-name"
              required
            />
            <PhoneField name="reporter.phone" label={t('field.phone')} required />
            <EmailField name="reporter.email" label={t('field.email')} required />
          </Grid>
        </FormSection>
      </Card>
    </>
  );
}

/** The order of the two moments is checked whichever of them is changed. */
function MomentsInOrder() {
  const { trigger } = useFormContext();
  const [occurredAt, discoveredAt] = useWatch({ name: ['occurredAt', 'discoveredAt'] }) as [string, string];
  useEffect(() => {
    if (/T/.test(occurredAt) && /T/.test(discoveredAt)) void trigger(['occurredAt', 'discoveredAt']);
  }, [occurredAt, discoveredAt, trigger]);
  return null;
}
