import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeField } from '../../../shared/answerTemplate/merge.ts';
import type { AnswerOutcome } from '../../../shared/answerTemplate/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, Text, toast, useFormat } from '../../ui/index.ts';
import { NativeSelect, useFormContext, useWatch } from '../../ui/form/index.ts';

interface TemplatePickerProps {
  request: { id: string };
  /** The rights to answer; the template is filled with the first. */
  rights: readonly { id: string }[];
  outcome: AnswerOutcome;
}

/**
 * Fills the field `reason` of a form from a template, in the language of the data subject, with the ground and the days
 * of the form. Existing input stays above. Nothing without a template. Offered is what fits the first right and the
 * ground; another one fills the text again as long as nobody has edited it.
 */
export function TemplatePicker({ request, rights, outcome }: TemplatePickerProps) {
  const { t } = useTranslation('answerTemplate');
  const { ws } = useSession();
  const { text } = useFormat();
  const field = useId();
  const cache = trpc.useUtils();
  const { getValues } = useFormContext();
  const reason = useReason();
  const groundCode = (useWatch({ name: 'groundCode' }) as string | undefined) || undefined;
  /** How often something was chosen: what an earlier choice brings comes too late. */
  const choice = useRef(0);
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState<readonly MergeField[]>([]);
  const rightId = rights[0]?.id ?? '';
  const basis = `${rightId} ${groundCode ?? ''}`;
  /** The right and ground that the choice was made or checked for. */
  const checkedFor = useRef(basis);
  const of = { ws, id: request.id, rightId };
  const choices = trpc.answerTemplate.choices.useQuery(
    { ...of, outcome, ...(groundCode && { groundCode }) },
    { enabled: rightId !== '', placeholderData: keepPreviousData },
  );
  const fill = async (templateId: string, own: number) => {
    const { days } = getValues() as { days?: number };
    const filled = await cache.answerTemplate.fill.fetch({
      ...of,
      templateId,
      ...(groundCode && { groundCode }),
      ...(days && { days }),
    });
    if (own !== choice.current) return;
    setMissing(filled.missing);
    reason.fill(filled.text);
  };

  const choose = async (templateId: string) => {
    const own = (choice.current += 1);
    setChosen(templateId);
    checkedFor.current = basis;
    if (templateId === '') return;
    try {
      await fill(templateId, own);
    } catch (error) {
      if (own !== choice.current) return;
      setChosen('');
      toast.error(messageOf(error));
    }
  };

  useEffect(() => {
    if (chosen === '' || !choices.data || choices.isPlaceholderData || checkedFor.current === basis) return;
    checkedFor.current = basis;
    // A text of the former right or ground that is still on its way comes too late.
    choice.current += 1;
    const fits = choices.data.some(({ id }) => id === chosen);
    if (!fits) setChosen('');
    if (reason.isEdited()) return;
    if (fits) void choose(chosen);
    else reason.clear();
    // The functions of this render go by the same values.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, basis, choices.data, choices.isPlaceholderData]);
  // Without a right, the data are still those of the former one.
  if (rightId === '' || !choices.data || choices.data.length === 0) return null;

  return (
    <chakra.div display="grid" gap="1.5">
      <chakra.label htmlFor={field} fontWeight="semibold">
        {t('picker.label')}
      </chakra.label>
      <NativeSelect id={field} value={chosen} onChange={({ target }) => void choose(target.value)}>
        <option value="">{t('picker.none')}</option>
        {choices.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {text(name)}
          </option>
        ))}
      </NativeSelect>
      {chosen !== '' && <Hint missing={missing} />}
    </chakra.div>
  );
}

/** The field `reason` of the form: below what somebody typed stands what was filled in. */
function useReason() {
  const { getValues, setValue } = useFormContext();
  const last = useRef({ own: '', filled: '' });
  const joined = ({ own, filled }: typeof last.current) => [own, filled].filter((part) => part !== '').join('\n\n');
  const typed = () => ((getValues('reason') as string | undefined) ?? '').trim();
  const isEdited = () => typed() !== '' && typed() !== joined(last.current).trim();
  const write = (filled: string) => {
    const own = isEdited() ? typed() : typed() && last.current.own;
    last.current = { own, filled };
    setValue('reason', joined(last.current), { shouldDirty: true, shouldValidate: filled !== '' });
  };
  return { isEdited, fill: write, clear: () => write('') };
}

/** What is left to write: the merge fields that nothing is known for, or what the template leaves open. */
function Hint({ missing }: { missing: readonly MergeField[] }) {
  const { t } = useTranslation('answerTemplate');
  return (
    <Text textStyle="dense" color="muted" role="status">
      {missing.length > 0
        ? t('picker.missing', { fields: missing.map((one) => t(`field.${one}`)).join(', ') })
        : t('picker.write')}
    </Text>
  );
}
