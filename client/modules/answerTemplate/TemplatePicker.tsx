import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeField } from '../../../shared/answerTemplate/merge.ts';
import type { AnswerOutcome } from '../../../shared/answerTemplate/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, Text, toast, useFormat } from '../../ui/index.ts';
import { NativeSelect, useFormContext } from '../../ui/form/index.ts';

interface TemplatePickerProps {
  request: { id: string };
  /** The rights to answer; the template is filled with the first. */
  rights: readonly { id: string }[];
  outcome: AnswerOutcome;
}

/**
 * Fills the field `reason` of a form from a template, in the language of the data subject, with the ground and the days
 * of the form. Existing input stays above. Nothing without a template.
 */
export function TemplatePicker({ request, rights, outcome }: TemplatePickerProps) {
  const { t } = useTranslation('answerTemplate');
  const { ws } = useSession();
  const { text } = useFormat();
  const field = useId();
  const cache = trpc.useUtils();
  const { getValues, setValue } = useFormContext();
  const last = useRef('');
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState<readonly MergeField[]>([]);
  const rightId = rights[0]?.id ?? '';
  const of = { ws, id: request.id, rightId };
  const choices = trpc.answerTemplate.choices.useQuery({ ...of, outcome }, { enabled: rightId !== '' });
  if (!choices.data || choices.data.length === 0) return null;

  const fill = async (templateId: string) => {
    const { groundCode, days } = getValues() as { groundCode?: string; days?: number };
    const filled = await cache.answerTemplate.fill.fetch({
      ...of,
      templateId,
      ...(groundCode && { groundCode }),
      ...(days && { days }),
    });
    const typed = ((getValues('reason') as string | undefined) ?? '').trim();
    const isOurs = typed === '' || typed === last.current.trim();
    last.current = filled.text;
    setMissing(filled.missing);
    setValue('reason', isOurs ? filled.text : `${typed}\n\n${filled.text}`, {
      shouldDirty: true,
      shouldValidate: true,
    });
  };

  const choose = async (templateId: string) => {
    setChosen(templateId);
    if (templateId === '') return;
    try {
      await fill(templateId);
    } catch (error) {
      setChosen('');
      toast.error(messageOf(error));
    }
  };

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
      {chosen !== '' && (
        <Text textStyle="dense" color="muted" role="status">
          {missing.length > 0
            ? t('picker.missing', { fields: missing.map((one) => t(`field.${one}`)).join(', ') })
            : t('picker.write')}
        </Text>
      )}
    </chakra.div>
  );
}
