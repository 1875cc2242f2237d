import { Search } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClosed, messageOf, statusOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, chakra, EmptyState, ErrorState, PageHeader, SkeletonText } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { CheckedLine } from './check/CheckedLine.tsx';
import { FileCheck } from './check/FileCheck.tsx';
import { codeIn } from './check/fileHash.ts';

const codeOfHash = (hash: string): string => new URLSearchParams(hash.slice(1)).get('code') ?? '';

/**
 * Checks a document against its approval, for whoever has it: no session, and the file stays in the reader's browser.
 */
export default function ApprovalCheckPage() {
  const { t } = useTranslation('approvalCheck');
  const text = useLink(codeOfHash);
  const code = codeIn(text);
  return (
    <Box maxWidth="52rem" mx="auto">
      <PageHeader title={t('title')} description={t('lead')} />
      <CodeForm
        key={text}
        initialText={text}
        onCode={(wanted) => {
          location.hash = `code=${wanted}`;
        }}
      />
      {code && <Answer key={code} code={code} />}
    </Box>
  );
}

function CodeForm({ initialText, onCode }: { initialText: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('approvalCheck');
  const id = useId();
  const [text, setText] = useState(initialText);
  const [bad, setBad] = useState(initialText !== '' && codeIn(initialText) === null);
  return (
    <chakra.form
      display="grid"
      gap="1.5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = codeIn(text);
        setBad(code === null);
        if (code) onCode(code);
      }}
    >
      <chakra.label htmlFor={id} fontWeight="semibold">
        {t('code')}
      </chakra.label>
      <Box display="flex" flexWrap="wrap" gap="2">
        <Input
          id={id}
          flex="1 1 16rem"
          width="auto"
          minWidth="0"
          fontFamily="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          aria-describedby={`${id}help`}
          {...(bad && { 'aria-invalid': true })}
          onChange={(event) => {
            setText(event.target.value);
            setBad(false);
          }}
        />
        <Button type="submit" look="main" icon={<Search aria-hidden />} disabled={text.trim() === ''}>
          {t('check')}
        </Button>
      </Box>
      <chakra.p
        id={`${id}help`}
        textStyle="dense"
        color={bad ? 'danger.text' : 'muted'}
        {...(bad && { role: 'alert' })}
      >
        {bad ? t('badCode') : t('codeHelp')}
      </chakra.p>
    </chakra.form>
  );
}

function Answer({ code }: { code: string }) {
  const { t } = useTranslation('approvalCheck');
  const call = trpc.approvalLine.check.useMutation(QUIET);
  const { mutate } = call;
  const look = useCallback(() => mutate({ code }), [mutate, code]);
  useEffect(look, [look]);
  if (call.data) {
    return (
      <Box mt="6" display="grid" gap="5">
        <FileCheck approval={call.data} />
        <CheckedLine approval={call.data} />
      </Box>
    );
  }
  if (!call.error) {
    return (
      <Box mt="6" aria-busy="true">
        <SkeletonText lines={6} />
      </Box>
    );
  }
  const status = statusOf(call.error);
  return (
    <Box mt="6" role="alert">
      {status === 404 ? (
        <EmptyState title={t('notFound')} body={t('notFoundBody')} />
      ) : status === 429 || isClosed(call.error) ? (
        <Banner tone="warn">{messageOf(call.error)}</Banner>
      ) : (
        <ErrorState body={messageOf(call.error, t('failed'))} onRetry={look} retrying={call.isPending} />
      )}
    </Box>
  );
}
