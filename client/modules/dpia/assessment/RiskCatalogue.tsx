import { BookOpen, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DPIA_LIMITS } from '../../../../shared/dpia/content.ts';
import { CATALOGUE_LISTS, type SuggestedEntry, suggestedEntries } from '../../../../shared/dpia/riskCatalogue.ts';
import { randomId } from '../../../embeds/kit/storage.ts';
import { focusNeighbour } from '../../../ui/focusNeighbour.ts';
import { useField } from '../../../ui/form/index.ts';
import { announce, Button, chakra, Dialog, Flex, Stack, Tag, Text, useDialog, useFormat } from '../../../ui/index.ts';
import { useAssessed } from './assessed.tsx';

type List = (typeof CATALOGUE_LISTS)[number];

/** Opens the catalogue of sources, threats and measures for a worst case. */
export function RiskCatalogue({ path }: { path: string }) {
  const { t } = useTranslation('dpiaAssessment');
  const dialog = useDialog();
  const { control } = useField({ name: path });
  return (
    <Flex>
      <Button
        size="sm"
        height="auto"
        minHeight="8"
        py="1"
        flexShrink="1"
        whiteSpace="normal"
        textAlign="start"
        icon={<BookOpen aria-hidden />}
        disabled={control.disabled}
        onClick={dialog.show}
      >
        {t('catalogue.open')}
      </Button>
      <Dialog {...dialog.props} width={760} title={t('catalogue.title')} description={t('catalogue.lead')}>
        <Entries path={path} />
      </Dialog>
    </Flex>
  );
}

function Entries({ path }: { path: string }) {
  const { register } = useAssessed();
  const entries = useMemo(() => suggestedEntries(register), [register]);
  return (
    <Stack gap="5">
      {CATALOGUE_LISTS.map((list) => (
        <EntryList key={list} path={path} list={list} entries={entries.filter(({ kind }) => kind === list)} />
      ))}
    </Stack>
  );
}

interface EntryListProps {
  path: string;
  list: List;
  entries: readonly SuggestedEntry[];
}

function EntryList({ path, list, entries }: EntryListProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const handle = useField<readonly { id: string; text: string }[] | undefined>({ name: `${path}.${list}` });
  const lines = handle.value ?? [];
  const left = entries.filter((entry) => lines.every((line) => line.text !== text(entry.text)));
  return (
    <chakra.section aria-label={t(`worst.${list}`)} tabIndex={-1}>
      <Text fontWeight="semibold" mb="2">
        {t(`worst.${list}`)}
      </Text>
      {left.length === 0 && <Text color="muted">{t('catalogue.done')}</Text>}
      <chakra.ul listStyle="none" display="grid" gap="2">
        {left.map((entry) => (
          <chakra.li key={entry.text.en} display="flex" gap="3" alignItems="flex-start" borderBottomWidth="1px" pb="2">
            <chakra.div flex="1" minWidth="0">
              <Text overflowWrap="anywhere">{text(entry.text)}</Text>
              <Flex wrap="wrap" gap="1.5" align="center" textStyle="small">
                {entry.because.map((name) => (
                  <Tag key={name.th} tone="live">
                    {text(name)}
                  </Tag>
                ))}
                <chakra.span color="muted">{t(`catalogue.origin.${entry.origin}`)}</chakra.span>
              </Flex>
            </chakra.div>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              aria-label={t('worst.addOf', { name: text(entry.text) })}
              disabled={lines.length >= (list === 'measures' ? DPIA_LIMITS.measures : DPIA_LIMITS.lines)}
              onClick={(event) => {
                focusNeighbour(event.currentTarget.closest('li')!);
                handle.set([...lines, { id: randomId(), text: text(entry.text) }]);
                announce(t('worst.added', { name: text(entry.text) }));
              }}
            >
              {t('worst.add')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
