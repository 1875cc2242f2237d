import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DPIA_LIMITS, PROBLEMATIC_ACTIONS, type ProblematicAction } from '../../../../shared/dpia/content.ts';
import { riskLevel } from '../../../../shared/dpia/risk.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import { randomId } from '../../../embeds/kit/storage.ts';
import { BilingualField, MultiSelectField, useField } from '../../../ui/form/index.ts';
import {
  Banner,
  Button,
  chakra,
  ConfirmDialog,
  Grid,
  IconButton,
  Text,
  useDialog,
  useFormat,
} from '../../../ui/index.ts';
import { RiskTag } from '../riskWords.tsx';
import { AddWorstCase } from './AddWorstCase.tsx';
import { useAssessed } from './assessed.tsx';
import { type FormWorstCase, NO_RISK, NO_TREATMENT } from './content.ts';
import { LinesField } from './fields/LinesField.tsx';
import { RiskField } from './fields/RiskField.tsx';
import { RiskCatalogue } from './RiskCatalogue.tsx';

/** A worst case of the settings, used as a template. */
export interface KnownWorstCase {
  id: string;
  title: Bilingual;
  description: Bilingual;
  sources: readonly Bilingual[];
  threats: readonly Bilingual[];
  problematicActions: readonly ProblematicAction[];
  measures: readonly Bilingual[];
}

export interface WorstCasesProps {
  /** The catalogue of the settings. */
  known: readonly KnownWorstCase[];
  /** Ids of the expanded worst cases. */
  opened: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** What could happen to the data subjects: each collapsed to one line, or expanded to all its fields. */
export function WorstCases({ known, opened, onToggle }: WorstCasesProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const handle = useField<FormWorstCase[]>({ name: 'worstCases' });
  const list = handle.value;
  const { disabled } = handle.control;
  const add = (title: string, from?: KnownWorstCase) => {
    const lines = (texts: readonly Bilingual[]) => texts.map((one) => ({ id: randomId(), text: text(one) }));
    const id = randomId();
    handle.set([
      ...list,
      {
        id,
        title: from?.title ?? { th: title, en: '' },
        description: from?.description ?? { th: '', en: '' },
        sources: lines(from?.sources ?? []),
        threats: lines(from?.threats ?? []),
        impacts: [],
        problematicActions: [...(from?.problematicActions ?? [])],
        initial: NO_RISK,
        residual: NO_RISK,
        securityMeasureIds: [],
        measures: [],
        treatment: NO_TREATMENT,
      },
    ]);
    onToggle(id);
  };
  return (
    <chakra.div data-field="worstCases" display="grid" gap="3">
      {list.length === 0 && <Text color="muted">{t('worst.none')}</Text>}
      <chakra.ol listStyle="none" display="grid" gap="3">
        {list.map((one, place) => (
          <WorstCaseItem
            key={one.id}
            worstCase={one}
            place={place}
            known={known}
            isOpen={opened.has(one.id)}
            disabled={disabled}
            onToggle={() => onToggle(one.id)}
            onRemove={() => handle.set(list.filter(({ id }) => id !== one.id))}
          />
        ))}
      </chakra.ol>
      <AddWorstCase
        known={known.filter(({ title }) => list.every((one) => one.title.th !== title.th))}
        disabled={disabled || list.length >= DPIA_LIMITS.worstCases}
        onAdd={add}
      />
    </chakra.div>
  );
}

interface WorstCaseItemProps {
  worstCase: FormWorstCase;
  place: number;
  known: readonly KnownWorstCase[];
  isOpen: boolean;
  disabled: boolean;
  onToggle: () => void;
  onRemove: () => void;
}

function WorstCaseItem({ worstCase, place, known, isOpen, disabled, onToggle, onRemove }: WorstCaseItemProps) {
  const { t } = useTranslation(['dpiaAssessment', 'ui']);
  const { text } = useFormat();
  const {
    framework: { scale },
  } = useAssessed();
  const id = useId();
  const removing = useDialog();
  const title = text(worstCase.title);
  return (
    <chakra.li data-field={`worstCases.${place}`} borderWidth="1px" borderRadius="control" minWidth="0">
      <chakra.div display="flex" alignItems="center" gap="2" pe="2">
        <chakra.button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          flex="1"
          minWidth="0"
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap="3"
          rowGap="1"
          p="3"
          textAlign="start"
          cursor="pointer"
          onClick={onToggle}
        >
          <chakra.span flex="1" minWidth="12rem" display="flex" gap="2" alignItems="center" fontWeight="semibold">
            {isOpen ? <ChevronDown size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
            <chakra.span overflowWrap="anywhere">{`${place + 1}. ${title}`}</chakra.span>
          </chakra.span>
          <chakra.span display="inline-flex" alignItems="center" gap="1.5">
            <RiskTag level={riskLevel(worstCase.initial, scale.bands)} />
            <chakra.span color="muted" aria-label={t('map.to')} role="img">
              →
            </chakra.span>
            <RiskTag level={riskLevel(worstCase.residual, scale.bands)} />
          </chakra.span>
        </chakra.button>
        <IconButton
          size="sm"
          label={t('ui:form.removeItem', { name: title })}
          icon={<Trash2 aria-hidden />}
          disabled={disabled}
          onClick={removing.show}
        />
      </chakra.div>
      {isOpen && (
        <chakra.div id={id} borderTopWidth="1px" p="3">
          <WorstCaseFields path={`worstCases.${place}`} known={known} />
        </chakra.div>
      )}
      <ConfirmDialog
        {...removing.props}
        destructive
        title={t('worst.removeTitle', { name: title })}
        body={t('worst.removeBody')}
        confirmLabel={t('worst.remove')}
        onConfirm={onRemove}
      />
    </chakra.li>
  );
}

const TWO = { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' };

function WorstCaseFields({ path, known }: { path: string; known: readonly KnownWorstCase[] }) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const { framework, register, names } = useAssessed();
  const { value: chosen } = useField<readonly string[]>({ name: `${path}.securityMeasureIds` });
  const suggest = (of: 'sources' | 'threats' | 'measures') => [...new Set(known.flatMap((one) => one[of].map(text)))];
  const measures = new Map(
    register.purposes.flatMap(({ content }) => content.securityMeasures).map(({ id, name }) => [id, text(name)]),
  );
  for (const id of chosen) if (!measures.has(id)) measures.set(id, names.get(id) ?? id);
  return (
    <chakra.div display="grid" gap="4">
      <CarriedLevels name={`${path}.carried`} />
      <BilingualField name={`${path}.title`} label={t('worst.title')} limit={200} required />
      <BilingualField name={`${path}.description`} label={t('worst.description')} multiline rows={2} />
      <RiskCatalogue path={path} />
      <Grid gap="4" alignItems="start" templateColumns={TWO}>
        <LinesField name={`${path}.sources`} label={t('worst.sources')} suggestions={suggest('sources')} />
        <LinesField name={`${path}.threats`} label={t('worst.threats')} suggestions={suggest('threats')} />
        <LinesField name={`${path}.impacts`} label={t('worst.impacts')} help={t('help.impacts')} />
        <MultiSelectField
          name={`${path}.problematicActions`}
          label={t('worst.problematicActions')}
          help={t('help.problematicActions')}
          options={PROBLEMATIC_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
        />
      </Grid>
      <RiskField name={`${path}.initial`} label={t('tier.initial')} scale={framework.scale} />
      <Grid gap="4" alignItems="start" templateColumns={TWO}>
        <MultiSelectField
          name={`${path}.securityMeasureIds`}
          label={t('worst.securityMeasureIds')}
          help={t('help.securityMeasures')}
          options={[...measures].map(([value, label]) => ({ value, label }))}
        />
        <LinesField
          name={`${path}.measures`}
          label={t('worst.measures')}
          suggestions={suggest('measures')}
          limit={DPIA_LIMITS.measures}
        />
      </Grid>
      <RiskField name={`${path}.residual`} label={t('tier.residual')} scale={framework.scale} />
    </chakra.div>
  );
}

/** Warns that the levels come from another scale, until they are confirmed. */
function CarriedLevels({ name }: { name: string }) {
  const { t } = useTranslation('dpiaAssessment');
  const handle = useField<true | undefined>({ name });
  if (!handle.value) return null;
  return (
    <Banner
      tone="warn"
      action={
        <Button size="sm" disabled={handle.control.disabled} onClick={() => handle.set(undefined)}>
          {t('worst.confirm')}
        </Button>
      }
    >
      {t('worst.carriedLead')}
    </Banner>
  );
}
