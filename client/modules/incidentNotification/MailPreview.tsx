import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LETTERS } from '../../../shared/incidentNotification/letter.ts';
import { useSession } from '../../shell/session.tsx';
import { chakra, Text } from '../../ui/index.ts';
import { useWatch } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';

const mailText = (locale: 'th' | 'en', key: 'greeting' | 'footer', name: string) =>
  LETTERS[locale][key].replace('{{name}}', () => name);

/** A live preview of the mail to the first recipient; renders nothing for other channels. */
export function MailPreview() {
  const { t } = useTranslation('incidentNotification');
  const { workspace } = useSession();
  const id = useId();
  const values = useWatch() as FormValues;
  if (values.channel !== 'EMAIL') return null;
  const { locale, subject, message, recipients, attachment } = values;
  const [first] = recipients;
  const name = first?.name ?? '';
  return (
    <chakra.section aria-labelledby={id} display="grid" gap="2">
      <chakra.h3 id={id} fontWeight="semibold">
        {t('preview.title')}
      </chakra.h3>
      <chakra.div borderWidth="1px" borderRadius="card" overflow="hidden" data-preview="" lang={locale}>
        <chakra.dl
          bg="subtle"
          px="4"
          py="3"
          textStyle="dense"
          display="grid"
          gridTemplateColumns="auto minmax(0, 1fr)"
          columnGap="3"
          overflowWrap="anywhere"
        >
          <chakra.dt color="muted">{t('preview.to')}</chakra.dt>
          <dd>{first?.email || t('preview.recipient')}</dd>
          <chakra.dt color="muted">{t('preview.subject')}</chakra.dt>
          <chakra.dd fontWeight="semibold">{subject.trim() || t('preview.noSubject')}</chakra.dd>
          {attachment && (
            <>
              <chakra.dt color="muted">PDF</chakra.dt>
              <dd>{attachment.name}</dd>
            </>
          )}
        </chakra.dl>
        <chakra.div px="4" py="4" overflowWrap="anywhere">
          {name !== '' && <Text mb="4">{mailText(locale, 'greeting', name)}</Text>}
          {message.trim() === '' ? (
            <Text color="muted">{t('preview.noMessage')}</Text>
          ) : (
            message.split(/\n{2,}/).map((paragraph, place) => (
              <Text key={place} mb="4" whiteSpace="pre-line">
                {paragraph}
              </Text>
            ))
          )}
          <Text borderTopWidth="1px" pt="3" textStyle="small" color="muted">
            {mailText(locale, 'footer', workspace.name)}
          </Text>
        </chakra.div>
      </chakra.div>
    </chakra.section>
  );
}
