import { useTranslation } from 'react-i18next';
import type { PurposeContent } from '../../../shared/purpose/schema.ts';
import { Card, chakra, Stack, useFormat } from '../../ui/index.ts';
import { contentFields, type ContentField, sayOf } from './content.ts';

const BLOCKS = [
  'identity',
  'data',
  'basis',
  'retention',
  'security',
  'sharing',
] as const satisfies readonly ContentField['block'][];

/** A purpose's fields in words of the language now shown. */
export function useContentFields(): (content: PurposeContent) => ContentField[] {
  const { t } = useTranslation('purposeScreen');
  const { locale } = useFormat();
  return (content) => contentFields(content, { say: sayOf(t), locale });
}

/** A purpose in full, to read only. */
export function ContentView({ content }: { content: PurposeContent }) {
  const { t } = useTranslation(['purposeScreen', 'ui']);
  const fields = useContentFields()(content);
  return (
    <Stack gap="4">
      {BLOCKS.map((block) => (
        <Card key={block} title={t(`section.${block}`)}>
          <chakra.dl
            display="grid"
            gap="3"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 14rem) minmax(0, 1fr)' }}
          >
            {fields
              .filter((field) => field.block === block)
              .map((field) => (
                <chakra.div
                  key={field.key}
                  display="grid"
                  gridTemplateColumns="subgrid"
                  gridColumn="1 / -1"
                  gap={{ base: '0', md: '3' }}
                >
                  <chakra.dt textStyle="dense" color="muted">
                    {field.label}
                  </chakra.dt>
                  <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
                    {field.text || t('ui:none')}
                  </chakra.dd>
                </chakra.div>
              ))}
          </chakra.dl>
        </Card>
      ))}
    </Stack>
  );
}

/** Two contents field by field, as DiffView takes them. */
export function useDiffFields(): (
  before: PurposeContent,
  after: PurposeContent,
) => { key: string; label: string; before: string; after: string }[] {
  const words = useContentFields();
  return (before, after) => {
    const newer = words(after);
    return words(before).map((field, index) => ({
      key: field.key,
      label: field.label,
      before: field.text,
      after: newer[index]?.text ?? '',
    }));
  };
}
