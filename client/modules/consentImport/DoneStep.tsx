import { useTranslation } from 'react-i18next';
import type { ConsentImport } from '../../../shared/consentImport/schema.ts';
import { useCan } from '../../shell/session.tsx';
import { Banner, Box, Flex, LinkButton, Text, useFormat } from '../../ui/index.ts';
import { Problems } from '../../imports/Problems.tsx';
import { RejectedNote } from '../../imports/RejectedNote.tsx';
import { addressOf, formAddress, historyOf } from './address.ts';
import { Effect } from './Effect.tsx';
import { useFieldName } from './words.ts';

/** What the import did, with the way to the history. */
export function DoneStep({ record }: { record: ConsentImport }) {
  const { t } = useTranslation('consentImport');
  const { number } = useFormat();
  const mayRead = useCan('consent.dashboard');
  const nameOf = useFieldName(record.form);
  const { summary, consent } = record;
  return (
    <Box display="grid" gap="5">
      <Banner
        tone="ok"
        role="status"
        title={t('done.title')}
        action={
          <Flex gap="3" wrap="wrap">
            {mayRead ? (
              <LinkButton look="main" size="sm" href={historyOf(consent.id)}>
                {t('done.history')}
              </LinkButton>
            ) : (
              <LinkButton look="main" size="sm" href={formAddress(consent.id)}>
                {t('done.form')}
              </LinkButton>
            )}
            <LinkButton size="sm" href={addressOf({ form: consent.id })}>
              {t('done.again')}
            </LinkButton>
          </Flex>
        }
      >
        <Text>{t('done.lead', { accepted: number(summary.accepted), form: consent.name })}</Text>
        <Text textStyle="small" color="muted">
          {t('done.fileGone')}
        </Text>
      </Banner>
      {summary.rejected > 0 && (
        <RejectedNote record={record} title={t('done.rejectedNote', { number: number(summary.rejected) })} />
      )}
      <Effect record={record} done />
      {record.problems.length > 0 && <Problems record={record} nameOf={nameOf} />}
    </Box>
  );
}
