import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { requestFormPage } from '../../../../shared/requestSubmission/page.ts';
import { QrPoster } from '../../../embedScreen/QrPoster.tsx';
import { useSession } from '../../../shell/session.tsx';
import { Card, chakra, CopyButton, Flex, LinkButton, Stack, Text } from '../../../ui/index.ts';
import { Input } from '../../../ui/form/index.ts';

/** The hosted page of the form: its links, and the QR code of the first. */
export function OwnPage({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const { ws } = useSession();
  const url = location.origin + requestFormPage(ws, form.id);
  return (
    <Card title={t('ownPage.title')}>
      <Stack gap="5">
        <Text color="muted">{t('ownPage.lead')}</Text>
        <PageLink url={url} label={t('ownPage.link')} />
        <QrPoster
          url={url}
          alt={t('ownPage.qr')}
          note={t('ownPage.poster')}
          download={t('ownPage.keepQr')}
          fileName="request-form-qr.svg"
        />
        <PageLink url={`${url}?lang=en`} label={t('ownPage.linkEnglish')} />
      </Stack>
    </Card>
  );
}

function PageLink({ url, label }: { url: string; label: string }) {
  const { t } = useTranslation('requestGuide');
  const id = useId();
  return (
    <Stack gap="2">
      <chakra.label htmlFor={id} fontWeight="semibold">
        {label}
      </chakra.label>
      <Input id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
      <Flex gap="2" wrap="wrap">
        <CopyButton text={url} label={label} />
        <LinkButton size="sm" icon={<ExternalLink aria-hidden />} href={url} target="_blank">
          {t('ownPage.open')}
        </LinkButton>
      </Flex>
    </Stack>
  );
}
