import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../shared/text.ts';
import { BilingualField, FieldFrame, useField } from '../../ui/form/index.ts';
import { Button, chakra, IconButton, useFormat } from '../../ui/index.ts';

const NO_TEXT: Bilingual = { th: '', en: '' };

interface BilingualLinesProps {
  name: string;
  label: string;
  help?: string;
  /** The label of one line. */
  entry: (place: number) => string;
  limit: number;
  /** Path of the text in a member; undefined if the member itself is the text. */
  at?: 'text';
  required?: boolean;
}

type Member = Bilingual | { text: Bilingual };
const textOf = (member: Member): Bilingual => ('text' in member ? member.text : member);

/** A list of texts in Thai and English. */
export function BilingualLines({ name, label, help, entry, limit, at, required = false }: BilingualLinesProps) {
  const { t } = useTranslation(['dpiaSettings', 'ui']);
  const { text } = useFormat();
  const field = { name, label, required, ...(help && { help }) };
  const handle = useField<readonly Member[] | undefined>(field);
  const list = handle.value ?? [];
  const { disabled } = handle.control;
  return (
    <chakra.div data-field={name} minWidth="0">
      <FieldFrame {...field} handle={handle} group>
        {list.length > 0 && (
          <chakra.ol listStyle="none" display="grid" gap="2">
            {list.map((member, place) => (
              <chakra.li key={place} display="flex" gap="2" alignItems="flex-start">
                <chakra.div flex="1" minWidth="0">
                  <BilingualField name={`${name}.${place}${at ? `.${at}` : ''}`} label={entry(place + 1)} />
                </chakra.div>
                <IconButton
                  size="sm"
                  label={t('ui:form.removeItem', { name: text(textOf(member)) || entry(place + 1) })}
                  icon={<Trash2 aria-hidden />}
                  disabled={disabled}
                  onClick={() => handle.set(list.filter((_, at) => at !== place))}
                />
              </chakra.li>
            ))}
          </chakra.ol>
        )}
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabled={disabled || list.length >= limit}
            aria-label={t('addTo', { field: label })}
            onClick={() => handle.set([...list, at ? { text: { ...NO_TEXT } } : { ...NO_TEXT }])}
          >
            {t('ui:form.addItem')}
          </Button>
        </div>
      </FieldFrame>
    </chakra.div>
  );
}
