import { lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce, Banner, Button, chakra, Dialog, Stack, Text, useFormat } from '../ui/index.ts';
import { ConflictField } from './ConflictField.tsx';
import { Details } from './Details.tsx';
import type { Remembered } from './keptEdit.ts';
import { type FormField, labelsOf } from './mergeFields.ts';
import { savedOf } from './savedOf.ts';
import { type Choice, merge, settled as settle, valueAt } from './threeWay.ts';

const DiffView = lazy(() => import('../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

export interface MergeDialogProps<Values> {
  /** The newer record, for who saved it and when. */
  record: object;
  base: Values;
  theirs: Values;
  mine: Values;
  fields: readonly FormField<Values>[];
  /** What was chosen before the dialog was last closed. */
  settled: Readonly<Record<string, Remembered>>;
  onSettle: (key: string, how: Remembered) => void;
  /** What kept the merged record from being saved. */
  failure: string;
  onSave: (values: Values) => Promise<void>;
  onClose: () => void;
}

/**
 * Two edits of one record, merged: which fields come from whom, and a choice where both changed the same. Closing keeps
 * the form as typed.
 */
export function MergeDialog<Values>({
  record,
  base,
  theirs,
  mine,
  fields,
  settled,
  onSettle,
  failure,
  onSave,
  onClose,
}: MergeDialogProps<Values>) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { dateTime, locale } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [chosen, setChosen] = useState(settled);
  const merged = merge(base, theirs, mine, fields);
  const conflicts = fields.filter(({ key }) => merged.outcomes.get(key) === 'conflict');
  const printed = (key: string) =>
    JSON.stringify(valueAt(theirs, fields.find((field) => field.key === key)?.paths?.[0] ?? key) ?? null);
  /** How a field was settled, where their side still reads as it did then. */
  const settledNow = (key: string) => (chosen[key]?.theirs === printed(key) ? chosen[key] : undefined);
  const open = conflicts.filter(({ key }) => !settledNow(key));
  const { name, at } = savedOf(record);
  const who = name ?? t('stale.somebody');

  const put = (key: string, how: Omit<Remembered, 'theirs'>) => {
    const entry = { ...how, theirs: printed(key) };
    setChosen((before) => ({ ...before, [key]: entry }));
    onSettle(key, entry);
  };
  const save = async () => {
    setTried(true);
    const [first] = open;
    if (first) {
      announce(t('merge.chooseFirst', { number: open.length }), 'assertive');
      const field = box.current?.querySelector<HTMLElement>(`[data-conflict="${CSS.escape(first.key)}"]`);
      field?.querySelector<HTMLElement>('input[type=radio]')?.focus();
      field?.scrollIntoView({ block: 'center' });
      return;
    }
    const choices = new Map<string, Choice>();
    for (const { key } of conflicts) {
      const how = settledNow(key);
      if (how) choices.set(key, how.take === 'text' ? { take: 'text', text: how.text ?? '' } : { take: how.take });
    }
    setBusy(true);
    try {
      await onSave(settle(merged, mine, fields, choices));
    } finally {
      setBusy(false);
    }
  };

  const list = (labels: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(labels);
  const parts = [
    ['fromThem', labelsOf(fields, merged.outcomes, 'theirs')],
    ['fromYou', labelsOf(fields, merged.outcomes, 'mine')],
    ['joined', labelsOf(fields, merged.outcomes, 'joined')],
    ['alike', labelsOf(fields, merged.outcomes, 'alike')],
  ] as const;
  const said = parts
    .filter(([, labels]) => labels.length > 0)
    .map(([key, labels]) => t(`merge.${key}`, { fields: list(labels), name: who }));
  const brought = fields.filter(({ key }) => ['theirs', 'joined'].includes(merged.outcomes.get(key) ?? ''));
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={conflicts.length > 0 ? 860 : 640}
      title={t('stale.title')}
      description={at ? t(name ? 'stale.savedBy' : 'stale.savedAt', { name, time: dateTime(at) }) : undefined}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('merge.close')}
          </Button>
          <Button
            look="main"
            loading={busy}
            data-autofocus={conflicts.length === 0 ? '' : undefined}
            onClick={() => void save()}
          >
            {t('merge.save')}
          </Button>
        </>
      }
    >
      <Stack
        ref={box}
        gap="5"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      >
        <Text>{`${t(conflicts.length === 0 ? 'merge.none' : 'merge.some', { number: conflicts.length })}${said.length > 0 ? `: ${said.join(locale === 'th' ? ' · ' : '; ')}` : ''}${locale === 'th' ? '' : '.'}`}</Text>
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {conflicts.length > 1 && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {(['theirs', 'mine'] as const).map((take) => (
              <Button
                key={take}
                size="sm"
                onClick={() =>
                  conflicts.forEach(({ key }) =>
                    put(key, { take, ...(chosen[key]?.text !== undefined && { text: chosen[key].text }) }),
                  )
                }
              >
                {t(`merge.all.${take}`)}
              </Button>
            ))}
          </chakra.div>
        )}
        {conflicts.map((field) => (
          <ConflictField
            key={field.key}
            field={field}
            theirs={field.text(theirs)}
            mine={field.text(mine)}
            who={who}
            take={settledNow(field.key)?.take}
            text={chosen[field.key]?.text}
            missing={tried && !settledNow(field.key)}
            onSettle={(how) => put(field.key, how)}
          />
        ))}
        {brought.length > 0 && (
          <Details summary={t('merge.showTheirs')}>
            <DiffView
              beforeLabel={t('common:yours')}
              afterLabel={t('merge.result')}
              fields={brought.map(({ key, label, text }) => ({
                key,
                label,
                before: text(mine),
                after: text(merged.values),
              }))}
            />
          </Details>
        )}
      </Stack>
    </Dialog>
  );
}
