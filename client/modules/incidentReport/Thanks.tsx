import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicContacts } from '../../../shared/incident/publicReport.ts';
import { Button, Card, chakra, Stack, Text } from '../../ui/index.ts';
import { Contacts } from './Contacts.tsx';

const STEPS = ['notified', 'assess', 'contact', 'meanwhile'] as const;

/** Displayed after a report was accepted: its reference, and the next steps. */
export function Thanks({
  reference,
  organization,
  contacts,
  onAnother,
}: {
  reference: string;
  organization: string;
  contacts: PublicContacts;
  onAnother: () => void;
}) {
  const { t } = useTranslation('incidentReport');
  const title = useRef<HTMLHeadingElement>(null);
  // The form is removed together with the focused element.
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack gap="5">
      <chakra.header display="flex" gap="3" alignItems="flex-start">
        <chakra.span color="ok.text" pt="1">
          <CircleCheck size={28} aria-hidden />
        </chakra.span>
        <chakra.h1 ref={title} tabIndex={-1} outline="none" textStyle="display">
          {t('done.title')}
        </chakra.h1>
      </chakra.header>
      <Card>
        <Text color="muted">{t('done.reference')}</Text>
        <Text textStyle="display" data-numeric="" data-report-reference="">
          {reference}
        </Text>
        <Text mt="1">{t('done.keep', { organization })}</Text>
        <Contacts {...contacts} />
      </Card>
      <Card title={t('done.next')}>
        <chakra.ol display="grid" gap="3" ps="5" listStyle="decimal">
          {STEPS.map((step) => (
            <li key={step}>{t(`done.${step}`)}</li>
          ))}
        </chakra.ol>
      </Card>
      <chakra.div>
        <Button onClick={onAnother}>{t('done.another')}</Button>
      </chakra.div>
    </Stack>
  );
}
