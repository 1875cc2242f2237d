import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findReceipts } from '../../../shared/consentReceipt/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, Card, EmptyState, PageHeader, Stack } from '../../ui/index.ts';
import { Form, FormFailure, TextField } from '../../ui/form/index.ts';
import { FoundSubmissions } from './FoundSubmissions.tsx';

const searchSchema = findReceipts.pick({ uid: true });

/**
 * Finds the choices of one data subject, by the complete uid, and issues receipts of them. The uid is sent in a body,
 * not in an address.
 */
export default function UserConsentReceiptPage() {
  const { t } = useTranslation('consentReceipt');
  const { t: pages } = useTranslation('pages');
  const { ws } = useSession();
  const find = trpc.consentReceipt.find.useMutation();
  const [uid, setUid] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={pages('userConsentReceipt')} description={t('find.lead')} />
      <Card>
        <Form
          schema={searchSchema}
          defaultValues={{ uid: '' }}
          unguarded
          label={t('find.uid')}
          onSubmit={async (values) => {
            await find.mutateAsync({ ws, ...values });
            setUid(values.uid);
          }}
        >
          <Stack gap="4" maxWidth="form">
            <TextField
              name="uid"
              label={t('find.uid')}
              help={t('find.uidHelp')}
              required
              limit={200}
              autoComplete="off"
            />
            <FormFailure />
            <Button type="submit" look="main" alignSelf="start" icon={<Search aria-hidden />} loading={find.isPending}>
              {t('find.search')}
            </Button>
          </Stack>
        </Form>
      </Card>
      <Box mt="6">
        {!uid || !find.data ? (
          <EmptyState icon={<Search size={24} aria-hidden />} title={t('find.emptyTitle')} body={t('find.emptyBody')} />
        ) : find.data.collection.length === 0 ? (
          <EmptyState title={t('find.noneTitle', { uid })} body={t('find.noneBody')} />
        ) : (
          <FoundSubmissions key={`${uid} ${find.submittedAt}`} uid={uid} found={find.data} />
        )}
      </Box>
    </>
  );
}
