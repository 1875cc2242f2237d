import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ConsentForm } from '../../../shared/userConsent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, Flex, LinkButton, StatusTag, Tag } from '../../ui/index.ts';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { useOptions } from '../../ui/form/useOptions.ts';

const PAGE = 20;

/** Selects the consent form of the page; searches on the server. */
export function FormPicker({ form, onChoose }: { form: ConsentForm | undefined; onChoose: (id: string) => void }) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const id = useId();
  const { client } = trpc.useUtils();
  const mayOpen = useCan('consent.read');
  const versionOf = ({ publishedVersion, versionInForce }: ConsentForm) =>
    publishedVersion > 0 ? t('form.version', { number: versionInForce ?? publishedVersion }) : t('form.draft');
  const stateOf = ({ active, versionInForce }: ConsentForm) =>
    t(!active ? 'form.inactive' : versionInForce === null ? 'form.outOfDates' : 'form.active');
  const takesAnswers = ({ active, versionInForce }: ConsentForm) => active && versionInForce !== null;
  const noteOf = (one: ConsentForm) =>
    [versionOf(one), one.publishedVersion > 0 && !takesAnswers(one) && stateOf(one)].filter(Boolean).join(' · ');
  const found = useOptions(async ({ query, page, signal }) => {
    const { collection, meta } = await client.userConsent.forms.query(
      { ws, query, currentPage: page, pageSize: PAGE, sortBy: 'name', sortDirection: 'ASC' },
      { signal },
    );
    return {
      options: collection.map((one) => ({ value: one.id, label: one.name, note: noteOf(one) })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  });
  return (
    <Flex wrap="wrap" alignItems="flex-end" gap="3" mb="4">
      <Box flex="1 1 18rem" maxWidth={{ md: '30rem' }} minWidth="0">
        <chakra.label id={`${id}label`} htmlFor={id} display="block" fontWeight="semibold" textStyle="dense" mb="1">
          {t('form.label')}
        </chakra.label>
        <Combobox
          control={{ id, disabled: false }}
          labelId={`${id}label`}
          chosen={form ? [{ value: form.id, label: form.name }] : []}
          options={found.options}
          query={found.query}
          onQuery={found.setQuery}
          onOpen={found.open}
          onToggle={(option) => onChoose(option.value)}
          onClear={() => undefined}
          onBlur={() => undefined}
          clearable={false}
          placeholder={t('form.choose')}
          status={found.status}
          onRetry={found.retry}
          onMore={found.more}
        />
      </Box>
      {form && (
        <Flex wrap="wrap" alignItems="center" gap="2" minHeight="10">
          {form.publishedVersion > 0 ? <Tag>{versionOf(form)}</Tag> : <StatusTag>{versionOf(form)}</StatusTag>}
          {form.publishedVersion > 0 && (
            <StatusTag tone={takesAnswers(form) ? 'ok' : 'neutral'}>{stateOf(form)}</StatusTag>
          )}
          {mayOpen && (
            <LinkButton
              look="quiet"
              size="sm"
              href={recordAddress('consent', form.id)}
              icon={<ExternalLink aria-hidden />}
            >
              {t('form.open')}
            </LinkButton>
          )}
        </Flex>
      )}
    </Flex>
  );
}
