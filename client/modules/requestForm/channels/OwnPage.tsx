import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { requestFormPage } from '../../../../shared/requestSubmission/page.ts';
import { AddressField } from '../../../embedScreen/AddressField.tsx';
import { QrPoster } from '../../../embedScreen/QrPoster.tsx';
import { useSession } from '../../../shell/session.tsx';
import { Card, Stack, Text } from '../../../ui/index.ts';

/** The hosted page of the form: its links, and the QR code of the first. */
export function OwnPage({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const { ws } = useSession();
  const url = location.origin + requestFormPage(ws, form.id);
  return (
    <Card title={t('ownPage.title')}>
      <Stack gap="5">
        <Text color="muted">{t('ownPage.lead')}</Text>
        <AddressField url={url} label={t('ownPage.link')} isPage />
        <QrPoster url={url} alt={t('ownPage.qr')} note={t('ownPage.poster')} fileName="request-form-qr.svg" />
        <AddressField url={`${url}?lang=en`} label={t('ownPage.linkEnglish')} isPage />
      </Stack>
    </Card>
  );
}
