import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusNeighbour } from '../../../ui/focusNeighbour.ts';
import { Input } from '../../../ui/form/index.ts';
import { announce, Button, chakra, Dialog, Flex, Text, useDialog, useFormat } from '../../../ui/index.ts';
import type { KnownWorstCase } from './WorstCases.tsx';

interface AddWorstCaseProps {
  /** Worst cases of the settings that are not assessed yet. */
  known: readonly KnownWorstCase[];
  disabled: boolean;
  onAdd: (title: string, from?: KnownWorstCase) => void;
}

/** Adds a worst case by its title, or one of the settings with all its known values. */
export function AddWorstCase({ known, disabled, onAdd }: AddWorstCaseProps) {
  const { t } = useTranslation('dpiaAssessment');
  const [title, setTitle] = useState('');
  const dialog = useDialog();
  const add = () => {
    if (title.trim() === '') return;
    onAdd(title.trim());
    setTitle('');
  };
  return (
    <Flex wrap="wrap" gap="2">
      <chakra.span flex="1" minWidth="14rem">
        <Input
          aria-label={t('worst.newTitle')}
          placeholder={t('worst.newTitle')}
          value={title}
          maxLength={200}
          autoComplete="off"
          disabled={disabled}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
      </chakra.span>
      <Button icon={<Plus aria-hidden />} disabled={disabled} onClick={add}>
        {t('worst.add')}
      </Button>
      {known.length > 0 && (
        <Button icon={<BookOpen aria-hidden />} disabled={disabled} onClick={dialog.show}>
          {t('worst.fromCatalogue')}
        </Button>
      )}
      <Dialog {...dialog.props} title={t('worst.catalogueTitle')} description={t('worst.catalogueLead')}>
        <Known known={known} onChosen={(one) => onAdd('', one)} />
      </Dialog>
    </Flex>
  );
}

function Known({ known, onChosen }: { known: readonly KnownWorstCase[]; onChosen: (one: KnownWorstCase) => void }) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  if (known.length === 0) return <Text>{t('worst.catalogueDone')}</Text>;
  return (
    <chakra.ul listStyle="none" display="grid" gap="3">
      {known.map((one) => (
        <chakra.li key={one.id} display="flex" gap="3" alignItems="flex-start" borderBottomWidth="1px" pb="3">
          <chakra.div flex="1" minWidth="0">
            <strong>{text(one.title)}</strong>
            <Text textStyle="dense" color="muted">
              {text(one.description)}
            </Text>
          </chakra.div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            aria-label={t('worst.addOf', { name: text(one.title) })}
            onClick={(event) => {
              focusNeighbour(event.currentTarget.closest('li')!);
              onChosen(one);
              announce(t('worst.added', { name: text(one.title) }));
            }}
          >
            {t('worst.add')}
          </Button>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
