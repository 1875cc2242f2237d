import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Card, Facts, Stack } from '../ui/index.ts';
import { type FieldDescriptor, type ReadField, readFields, type Words } from './fields.ts';

export interface ReadingViewProps<Content> {
  fields: readonly FieldDescriptor<Content>[];
  content: Content;
  words: Words;
}

/** A record in full, read-only: a card for each section, titled by `section.<name>` of the record's texts. */
export function ReadingView<Content>({ fields, content, words }: ReadingViewProps<Content>) {
  const read = readFields(fields, content, words);
  const sections = [...new Set(read.map(({ section }) => section))];
  return (
    <Stack gap="4">
      {sections.map((section) => (
        <Card key={section} title={words.t(`section.${section}`)}>
          <FieldList fields={read.filter((field) => field.section === section)} />
        </Card>
      ))}
    </Stack>
  );
}

function FieldList({ fields }: { fields: readonly ReadField[] }): ReactNode {
  const { t } = useTranslation('ui');
  return <Facts layout="beside" rows={fields.map(({ label, text }) => [label, text || t('none')])} />;
}

/** A summary of what is about to be published: the fields declared for it, as far as they are not empty. */
export function Summary<Content>({ fields, content, words }: ReadingViewProps<Content>) {
  const named = fields.filter(({ inSummary }) => inSummary);
  return (
    <Box maxHeight="40dvh" overflowY="auto" borderWidth="1px" borderRadius="card" p="3">
      <Facts rows={readFields(named, content, words).map(({ label, text }) => [label, text])} />
    </Box>
  );
}
