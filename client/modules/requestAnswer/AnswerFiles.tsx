import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import { REDACTABLE } from '../../../shared/requestAnswer/redaction.ts';
import { ANSWER_FILE } from '../../../shared/requestAnswer/files.ts';
import type { AnswerFile } from '../../../shared/requestAnswer/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, ConfirmDialog, Dialog, Flex, Tag, Text } from '../../ui/index.ts';
import { FileField, Form, FormActions } from '../../ui/form/index.ts';
import { uploadTo } from '../../upload.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { RedactDialog } from './RedactDialog.tsx';
import { useAnswerCache } from './useAnswerCache.ts';
import { formatBytes } from '../../formatBytes.ts';

/** Files attached to the letter: add, redact or remove, until the answer is released. */
export function AnswerFiles({ disabled, ...props }: AnswerPartProps & { disabled: boolean }) {
  const { t } = useTranslation('requestAnswer');
  const { answer } = props;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AnswerFile | null>(null);
  const [redacting, setRedacting] = useState<AnswerFile | null>(null);
  const remove = trpc.requestAnswer.removeFile.useMutation();
  const { of, put } = useAnswerCache(props);
  return (
    <Box>
      <Flex align="center" justify="space-between" gap="2" mb="2">
        <Text fontWeight="semibold" textStyle="dense">
          {t('files')}
        </Text>
        {!disabled && (
          <Button size="sm" look="quiet" onClick={() => setAdding(true)}>
            {t('addFiles')}
          </Button>
        )}
      </Flex>
      {answer.files.length === 0 ? (
        <Text textStyle="dense" color="muted">
          {t('noFiles')}
        </Text>
      ) : (
        <chakra.ul listStyle="none" display="grid" gap="2">
          {answer.files.map((file) => (
            <chakra.li key={file.id} display="flex" flexWrap="wrap" alignItems="center" gap="2">
              <chakra.span flex="1" minWidth="8rem" overflowWrap="anywhere">
                {file.name}{' '}
                <chakra.span color="muted" textStyle="small" whiteSpace="nowrap">
                  {formatBytes(file.size)}
                </chakra.span>
              </chakra.span>
              <Flex align="center" gap="2">
                {file.redactedId && <Tag tone="ok">{t('redacted')}</Tag>}
                {!disabled && REDACTABLE.includes(file.type) && (
                  <Button size="sm" look="quiet" onClick={() => setRedacting(file)}>
                    {t('redact.action')}
                  </Button>
                )}
                {!disabled && (
                  <Button
                    size="sm"
                    look="quiet"
                    aria-label={t('removeFile', { name: file.name })}
                    onClick={() => setRemoving(file)}
                  >
                    {t('remove')}
                  </Button>
                )}
              </Flex>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {redacting && <RedactDialog {...props} file={redacting} onClose={() => setRedacting(null)} />}
      {adding && <AddFiles {...props} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('removeFileTitle', { name: removing?.name ?? '' })}
        body={t('removeFileBody')}
        confirmLabel={t('remove')}
        onConfirm={async () => {
          if (removing) put(await remove.mutateAsync({ ...of, answerFileId: removing.id }));
        }}
      />
    </Box>
  );
}

const uploaded = z.object({ id: z.string(), name: z.string(), size: z.number() });
const schema = z.object({ files: z.array(uploaded).min(1, { error: 'errors:required' }) });

function AddFiles({ onClose, ...props }: AnswerPartProps & { onClose: () => void }) {
  const { t } = useTranslation('requestAnswer');
  const { ws } = useSession();
  const add = trpc.requestAnswer.addFile.useMutation();
  const { of, put } = useAnswerCache(props);
  return (
    <Dialog open onClose={onClose} title={t('addFiles')}>
      <Form
        schema={schema}
        label={t('addFiles')}
        defaultValues={{ files: [] }}
        onSubmit={async ({ files }) => {
          for (const { id } of files) put(await add.mutateAsync({ ...of, fileId: id }));
          onClose();
        }}
      >
        <FileField
          name="files"
          label={t('files')}
          multiple
          required
          upload={uploadTo(ws, ANSWER_FILE)}
          accept={endingsOf(ANSWER_FILE)
            .map((ending) => `.${ending}`)
            .join(',')}
          maxBytes={ANSWER_FILE.limit}
        />
        <FormActions submitLabel={t('addFiles')} />
      </Form>
    </Dialog>
  );
}
