import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PublicContacts, submitReport } from '../../../shared/incident/publicReport.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { trpc } from '../../trpc.ts';
import { today } from '../../format.ts';
import { Box, Button, chakra, Grid, Text, useLocale } from '../../ui/index.ts';
import {
  DateTimeField,
  EmailField,
  Form,
  FormActions,
  FormSection,
  PhoneField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { randomId } from '../../embeds/kit/storage.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { Contacts } from './Contacts.tsx';

const PRIVATE = ['reporter', 'token', 'locale'];

/** The questions for somebody outside: short, and in the order in which people describe an incident. */
export function ReportForm({
  token,
  organization,
  contacts,
  onSubmitted,
}: {
  token: string;
  organization: string;
  contacts: PublicContacts;
  onSubmitted: (reference: string) => void;
}) {
  const { t } = useTranslation('incidentReport');
  const locale = useLocale();
  const submit = trpc.incidentReport.submit.useMutation(QUIET);
  const trap = useRef<HTMLInputElement>(null);
  // Part of the draft: a report that was sent without a response has the same key after a reload.
  const [key] = useState(randomId);
  return (
    <>
      <chakra.header mb="5">
        <chakra.h1 textStyle="display">{t('title')}</chakra.h1>
        <Text color="muted" mt="1">
          {t('lead', { organization })}
        </Text>
        <Text mt="3">{t('calm')}</Text>
      </chakra.header>
      <Box
        bg="surface"
        borderWidth="1px"
        borderRadius="card"
        px={{ base: '4', md: '6' }}
        pt="5"
        css={{ '--scroll-padding-inline': { base: '16px', md: '24px' } }}
      >
        <Form
          schema={submitReport}
          label={t('title')}
          // Only a part of the link that distinguishes it from others: whoever finds the browser open must not obtain
          // it.
          draftKey={`report.${token.slice(0, 6)}`}
          lost={t('lost')}
          defaultValues={{
            token,
            key,
            locale,
            title: '',
            description: '',
            affectedSystems: '',
            actionsTaken: '',
            discoveredAt: '',
            occurredAt: '',
            reporter: { firstName: '', lastName: '', phone: '', email: '' },
          }}
          onSubmit={async (values) => {
            try {
              const { reference } = await submit.mutateAsync({
                ...values,
                token,
                locale,
                website: trap.current?.value ?? '',
              });
              onSubmitted(reference);
            } catch (error) {
              if (trap.current && serverIssues(error).some(({ path }) => path[0] === 'website'))
                trap.current.value = '';
              throw error;
            }
          }}
        >
          <KeepOut names={PRIVATE} />
          <WhatHappened />
          <WhenHappened />
          <Reporter />
          <Privacy organization={organization} contacts={contacts} />
          <Trap input={trap} />
          <FormActions submitLabel={t('form.send')} />
        </Form>
      </Box>
    </>
  );
}

function WhatHappened() {
  const { t } = useTranslation('incidentReport');
  return (
    <FormSection title={t('form.what')}>
      <TextField name="title" label={t('form.title')} help={t('form.titleHelp')} limit={300} required />
      <TextArea name="description" label={t('form.description')} help={t('form.descriptionHelp')} rows={5} required />
      <TextField
        name="affectedSystems"
        label={t('form.affectedSystems')}
        help={t('form.affectedSystemsHelp')}
        required
      />
      <TextArea name="actionsTaken" label={t('form.actionsTaken')} help={t('form.actionsTakenHelp')} rows={3} />
    </FormSection>
  );
}

function WhenHappened() {
  const { t } = useTranslation('incidentReport');
  const lastDay = today(useServerNow(MINUTE));
  return (
    <FormSection title={t('form.when')}>
      <DateTimeField name="discoveredAt" label={t('form.discoveredAt')} max={lastDay} required />
      <SameTime />
      <DateTimeField
        name="occurredAt"
        label={t('form.occurredAt')}
        help={t('form.occurredAtHelp')}
        max={lastDay}
        required
      />
    </FormSection>
  );
}

/**
 * For reporters who discovered it as it happened, or do not know. Placed above the field it fills, so that an error
 * below does not move it away from the pointer.
 */
function SameTime() {
  const { t } = useTranslation('incidentReport');
  const { setValue } = useFormContext();
  const discoveredAt = useWatch({ name: 'discoveredAt' }) as string;
  const occurredAt = useWatch({ name: 'occurredAt' }) as string;
  if (Number.isNaN(Date.parse(discoveredAt)) || occurredAt === discoveredAt) return null;
  return (
    <chakra.div>
      <Button
        size="sm"
        onClick={() =>
          setValue('occurredAt', discoveredAt, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
        }
      >
        {t('form.sameTime')}
      </Button>
    </chakra.div>
  );
}

function Reporter() {
  const { t } = useTranslation('incidentReport');
  return (
    <FormSection title={t('form.who')}>
      <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
        <TextField
          name="reporter.firstName"
          label={t('form.firstName')}
          limit={200}
          autoComplete="given-name"
          required
        />
        <TextField
          name="reporter.lastName"
          label={t('form.lastName')}
          limit={200}
          autoComplete="family-name"
          required
        />
        <PhoneField name="reporter.phone" label={t('form.phone')} required />
        <EmailField name="reporter.email" label={t('form.email')} required />
      </Grid>
      <Text textStyle="dense" color="muted">
        {t('form.notStored')}
      </Text>
    </FormSection>
  );
}

/** Explains before sending how the report is used. */
function Privacy({ organization, contacts }: { organization: string; contacts: PublicContacts }) {
  const { t } = useTranslation('incidentReport');
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} bg="subtle" borderRadius="card" px="4" py="3">
      <chakra.h2 id={id} fontWeight="semibold" mb="2">
        {t('privacy.title')}
      </chakra.h2>
      <chakra.ul display="grid" gap="2" ps="5" listStyle="disc" textStyle="dense">
        {(['use', 'who', 'retention', 'basis', 'rights'] as const).map((line) => (
          <li key={line}>{t(`privacy.${line}`, { organization })}</li>
        ))}
      </chakra.ul>
      <Contacts {...contacts} />
    </chakra.section>
  );
}

/** A honeypot field: invisible to people, filled in by bots. */
function Trap({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('incidentReport');
  return (
    <Box position="absolute" width="1px" height="1px" overflow="hidden" css={{ clipPath: 'inset(50%)' }} aria-hidden>
      <label>
        {t('form.website')}
        <input ref={input} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </Box>
  );
}
