import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EVIDENCE } from '../../../shared/incident/evidence.ts';
import { BREACH_KINDS, type Incident, INCIDENT_CAUSES, INCIDENT_SOURCES } from '../../../shared/incident/schema.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { today } from '../../format.ts';
import { Banner, Card, Grid, LinkButton, Text, useFormat } from '../../ui/index.ts';
import {
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
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';
import { SearchField, type SearchFieldProps } from '../purpose/fields/SearchField.tsx';
import { deletedApplications } from './formValues.ts';
import { SensitiveField } from './Sensitive.tsx';
import { Suggestion } from './Suggestion.tsx';
import { useLacksApplications } from './useLacksApplications.ts';

const PAGE = 20;
/** The server encrypts the reporter: it is left out of this browser's draft. */
const SEALED = ['reporter'];
const TWO = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** The fields of a report, in the order in which people describe an incident; `record`: of a saved one. */
export function ReportFields({ record }: { record?: Incident }) {
  return (
    <>
      <WhatHappened />
      <WhenHappened />
      <WhoIsAffected deleted={deletedApplications(record)} />
      <WhatWasDone />
      <Reporter />
    </>
  );
}

function WhatHappened() {
  const { t } = useTranslation('incident');
  return (
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
  );
}

function WhenHappened() {
  const { t } = useTranslation('incident');
  const lastDay = today();
  return (
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
  );
}

/** Validates the order of the two moments when either of them changes. */
function MomentsInOrder() {
  const { trigger } = useFormContext();
  const [occurredAt, discoveredAt] = useWatch({ name: ['occurredAt', 'discoveredAt'] }) as [string, string];
  useEffect(() => {
    if (/T/.test(occurredAt) && /T/.test(discoveredAt)) void trigger(['occurredAt', 'discoveredAt']);
  }, [occurredAt, discoveredAt, trigger]);
  return null;
}

function WhoIsAffected({ deleted }: { deleted: Incident['applications'] }) {
  const { t } = useTranslation('incident');
  const { text } = useFormat();
  const search = useRecordSearch();
  const lacksApplications = useLacksApplications();
  return (
    <Card>
      <FormSection title={t('section.whom')}>
        {deleted.length > 0 ? (
          <Text textStyle="dense" color="muted">
            {t('deletedApplications', { names: deleted.map(({ name }) => text(name)).join(', ') })}
          </Text>
        ) : (
          lacksApplications && <NoApplication />
        )}
        <SearchField
          name="applicationIds"
          label={t('field.applicationIds')}
          required={!lacksApplications && deleted.length === 0}
          multiple
          search={search.applications}
        />
        <Suggestion />
        <SearchField
          name="dataSubjectGroupIds"
          label={t('field.dataSubjectGroupIds')}
          required
          multiple
          search={search.dataSubjectGroups}
        />
        <SearchField name="purposeIds" label={t('field.purposeIds')} multiple search={search.purposes} />
        <SearchField name="piiCategoryIds" label={t('field.piiCategoryIds')} multiple search={search.piiCategories} />
        <SensitiveField />
        <Grid gap="4" alignItems="start" templateColumns={TWO}>
          <NumberField name="subjectCount" label={t('field.subjectCount')} unit={t('unit.people')} />
          <NumberField name="recordCount" label={t('field.recordCount')} unit={t('unit.records')} />
        </Grid>
        <TextField name="affectedSystems" label={t('field.affectedSystems')} help={t('field.affectedSystemsHelp')} />
      </FormSection>
    </Card>
  );
}

/** There is no application to name yet: the report can be sent, and who adds one when. */
function NoApplication() {
  const { t } = useTranslation(['incident', 'recordScreen']);
  const mayAdd = useCan('ropa.write');
  return (
    <Banner
      tone="info"
      action={
        mayAdd && (
          <LinkButton size="sm" href={pageAddress('applications')}>
            {t('recordScreen:application.add')}
          </LinkButton>
        )
      }
    >
      {t(mayAdd ? 'noApplication' : 'noApplicationOff')}
    </Banner>
  );
}

type Search = SearchFieldProps['search'];

/** Searches the records that the report may refer to, a page at a time. */
function useRecordSearch() {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const pageOf = ({ query, page }: Parameters<Search>[0]) => ({ ws, query, currentPage: page, pageSize: PAGE });
  const applications: Search = async (request) => {
    const { collection, meta } = await cache.application.pick.fetch(pageOf(request));
    return {
      entries: collection.map(({ id, name }) => ({ id, name: { th: name, en: name } })),
      hasMore: hasMore(meta),
    };
  };
  const dataSubjectGroups: Search = async (request) => {
    const { collection, meta } = await cache.catalogue.list.fetch({ ...pageOf(request), kind: 'dataSubjectGroup' });
    return { entries: collection, hasMore: hasMore(meta) };
  };
  const purposes: Search = async (request) => {
    const { collection, meta } = await cache.purpose.pick.fetch(pageOf(request));
    return { entries: collection.map(({ id, title }) => ({ id, name: title })), hasMore: hasMore(meta) };
  };
  const piiCategories: Search = async (request) => {
    const { collection, meta } = await cache.piiCategory.pick.fetch({ ...pageOf(request), status: 'ACTIVE' });
    return { entries: collection, hasMore: hasMore(meta) };
  };
  return { applications, dataSubjectGroups, purposes, piiCategories };
}

const hasMore = (meta: { currentPage: number; totalPage: number }) => meta.currentPage < meta.totalPage;

function WhatWasDone() {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  return (
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
          href={(file) => fileUrl(ws, file.id)}
        />
      </FormSection>
    </Card>
  );
}

function Reporter() {
  const { t } = useTranslation('incident');
  return (
    <Card>
      <KeepOut names={SEALED} />
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
  );
}
