import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import { IDENTITY_DOCUMENT } from '../../../shared/requestIdentity/document.ts';
import type { RequestOverview } from '../../../shared/requestIdentity/schema.ts';
import { Banner, Card, Stack, Text } from '../../ui/index.ts';
import { FileField, Form } from '../../ui/form/index.ts';
import { uploadAt } from '../../upload.ts';

interface RequestedDocumentsProps {
  session: string;
  documents: RequestOverview['documents'];
  /** Days after the request is closed until a document that was not accepted is deleted. */
  identityDays: number;
  onSent: () => void;
}

const schema = z.object({ file: z.unknown() });

/** Documents requested by the organisation: the data subject uploads each here. */
export function RequestedDocuments({ session, documents, identityDays, onSent }: RequestedDocumentsProps) {
  const { t } = useTranslation('requestIdentity');
  return documents.map(({ person, isReceived, reason }) => {
    const send = uploadAt(`/api/v1/request-identity-documents?person=${person}`, { 'x-request-session': session });
    return (
      <Card key={person} title={t(`document.title.${person}`)}>
        {isReceived ? (
          <Banner tone="info" role="status">
            {t('document.received')}
          </Banner>
        ) : (
          <Stack gap="3">
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
              {t('document.why', { reason })}
            </Text>
            <Banner tone="warn">{t('document.cover')}</Banner>
            {person === 'AGENT' && <Text>{t('document.power')}</Text>}
            <Form
              schema={schema}
              defaultValues={{ file: null }}
              label={t(`document.title.${person}`)}
              unguarded
              onSubmit={async () => {}}
            >
              <FileField
                name="file"
                label={t('document.file')}
                accept={endingsOf(IDENTITY_DOCUMENT)
                  .map((ending) => `.${ending}`)
                  .join(',')}
                maxBytes={IDENTITY_DOCUMENT.limit}
                upload={async (...call) => {
                  const file = await send(...call);
                  onSent();
                  return file;
                }}
              />
            </Form>
            <Text textStyle="dense" color="muted">
              {t(identityDays === 0 ? 'document.deletedOnClosing' : 'document.deleted', { count: identityDays })}
            </Text>
          </Stack>
        )}
      </Card>
    );
  });
}
