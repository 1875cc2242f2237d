import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TEMPLATE_FORMATS } from '../../shared/import/schema.ts';
import { id as uuid } from '../../shared/text.ts';
import { useWords } from '../records/useWords.ts';
import { useGoLater } from '../shell/navigation.ts';
import { useSession } from '../shell/session.tsx';
import { Box, Button, Card, Flex, SideRail, Text, toast, useFormat } from '../ui/index.ts';
import { FileField, Form, FormActions } from '../ui/form/index.ts';
import { uploadTo } from '../upload.ts';
import { ImportSteps } from './ImportSteps.tsx';
import type { ImportKind, ImportTypes, TargetChoice, TemplateFile, TemplateFormat } from './kind.ts';
import { PastImports } from './PastImports.tsx';
import { saveBytes } from './saveBytes.ts';

const file = z.object({ id: uuid, name: z.string(), size: z.number() }, { error: 'errors:required' });
const fileAlone = z.object({ target: z.string().nullable(), file });
const fileAndTarget = fileAlone.extend({ target: z.uuid({ error: 'errors:required' }) });

interface StartProps<T extends ImportTypes> {
  kind: ImportKind<T>;
}

/** The first step: a file and its target, templates, and earlier imports. */
export function StartStep<T extends ImportTypes>({ kind, initial }: StartProps<T> & { initial: string | null }) {
  const Choice = kind.target?.Choice;
  return (
    <>
      <ImportSteps step="file" hasValues={kind.values !== undefined} />
      {Choice ? (
        <Choice initial={initial}>{(choice) => <StartForm kind={kind} choice={choice} />}</Choice>
      ) : (
        <StartForm kind={kind} />
      )}
      <Box mt="6">
        <PastImports kind={kind} target={initial} />
      </Box>
    </>
  );
}

function StartForm<T extends ImportTypes>({ kind, choice }: StartProps<T> & { choice?: TargetChoice }) {
  const { t } = useTranslation('import');
  const { t: translate } = useWords(kind.texts);
  const { ws } = useSession();
  const { locale } = useFormat();
  const goLater = useGoLater();
  const cache = kind.useCache();
  const create = kind.router.create.useMutation();
  const [chosen, setChosen] = useState(choice?.initial ?? null);
  const inputOf = (target: string | null) => (kind.target ? { [kind.target.param]: target } : {});
  const waits = kind.target !== undefined && chosen === null;
  return (
    <SideRail
      rail={
        <Card title={t('start.templateTitle')}>
          <Text mb="4">{translate(waits ? 'start.templateChoose' : 'start.templateBody')}</Text>
          <TemplateButtons
            disabled={waits}
            fetch={(format) => cache.template.fetch({ ws, format, locale, ...inputOf(chosen) }, { staleTime: 0 })}
          />
        </Card>
      }
    >
      <Card>
        <Form
          schema={choice ? fileAndTarget : fileAlone}
          label={t('steps.file')}
          defaultValues={{ target: chosen as never, file: null as never }}
          unguarded
          onSubmit={async ({ target, file: { id: fileId } }) => {
            const go = goLater();
            const { id } = await create.mutateAsync({ ws, fileId, ...inputOf(target) });
            go(kind.address({ id }));
          }}
        >
          {choice?.field(setChosen)}
          <FileField
            name="file"
            label={t('start.file')}
            help={translate('start.fileHelp')}
            required
            accept=".xlsx,.xls,.csv"
            maxBytes={kind.upload.limit}
            upload={uploadTo(ws, kind.upload)}
          />
          <FormActions submitLabel={t('start.read')} />
        </Form>
      </Card>
    </SideRail>
  );
}

/** The template in each of its formats; `fetch` loads its bytes. */
function TemplateButtons({
  fetch,
  disabled,
}: {
  fetch: (format: TemplateFormat) => Promise<TemplateFile>;
  disabled: boolean;
}) {
  const { t } = useTranslation('import');
  const [busy, setBusy] = useState<TemplateFormat | null>(null);
  const get = async (format: TemplateFormat) => {
    setBusy(format);
    try {
      saveBytes(await fetch(format));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Flex gap="3" wrap="wrap">
      {TEMPLATE_FORMATS.map((format) => (
        <Button
          key={format}
          size="sm"
          icon={<Download />}
          disabled={disabled}
          loading={busy === format}
          onClick={() => void get(format)}
        >
          {t(`start.${format}`)}
        </Button>
      ))}
    </Flex>
  );
}
