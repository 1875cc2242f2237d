import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, chakra, Stack } from '../ui/index.ts';
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
  return (
    <chakra.dl
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 14rem) minmax(0, 1fr)' }}
    >
      {fields.map(({ key, label, text }) => (
        <chakra.div
          key={key}
          display="grid"
          gridTemplateColumns="subgrid"
          gridColumn="1 / -1"
          gap={{ base: '0', md: '3' }}
        >
          <chakra.dt textStyle="dense" color="muted">
            {label}
          </chakra.dt>
          <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
            {text || t('none')}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

/** A summary of what is about to be published: the fields declared for it, as far as they are not empty. */
export function Summary<Content>({ fields, content, words }: ReadingViewProps<Content>) {
  const named = fields.filter(({ inSummary }) => inSummary);
  return (
    <chakra.dl
      display="grid"
      gap="2"
      textStyle="dense"
      maxHeight="40dvh"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="card"
      p="3"
    >
      {readFields(named, content, words)
        .filter(({ text }) => text !== '')
        .map(({ key, label, text }) => (
          <div key={key}>
            <chakra.dt color="muted">{label}</chakra.dt>
            <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
              {text}
            </chakra.dd>
          </div>
        ))}
    </chakra.dl>
  );
}
