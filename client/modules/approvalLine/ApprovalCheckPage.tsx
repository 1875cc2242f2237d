import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { messageOf, statusOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, chakra, EmptyState, ErrorState, PageHeader, SkeletonText } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { CheckedLine } from './check/CheckedLine.tsx';
import { FileCheck } from './check/FileCheck.tsx';
import { codeIn } from './check/fileHash.ts';

/** Checks a document against its approval, for whoever has it: no session, and the file stays in the reader's browser. */
export default function ApprovalCheckPage() {
  const { t } = useTranslation('approvalCheck');
  const [path, navigate] = useLocation();
  const search = useSearch();
  const given = new URLSearchParams(search).get('code') ?? '';
  // An address may hold the code behind the #, where servers and proxies do not see it.
  useEffect(() => {
    const hidden = codeIn(`${location.origin}/${location.hash}`);
    if (hidden && given === '') navigate(`${path}?code=${hidden}`, { replace: true });
  }, [given, navigate, path]);
  const code = codeIn(given);
  return (
    <Box maxWidth="52rem" mx="auto">
      <PageHeader title={t('title')} description={t('lead')} />
      <CodeForm key={given} given={given} onCode={(wanted) => navigate(`${path}?code=${wanted}`)} />
      {code && <Answer code={code} />}
    </Box>
  );
}

function CodeForm({ given, onCode }: { given: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('approvalCheck');
  const id = useId();
  const [text, setText] = useState(given);
  const [bad, setBad] = useState(given !== '' && codeIn(given) === null);
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
      <chakra.p id={`${id}help`} textStyle="dense" color={bad ? 'danger.text' : 'muted'} {...(bad && { role: 'alert' })}>
        {bad ? t('badCode') : t('codeHelp')}
      </chakra.p>
    </chakra.form>
  );
}

function Answer({ code }: { code: string }) {
  const { t } = useTranslation('approvalCheck');
  // Nobody is signed in here: what is refused concerns no session.
  const query = trpc.approvalLine.check.useQuery({ code }, { retry: false, trpc: { context: { quiet: true } } });
  if (query.data) {
    return (
      <Box mt="6" display="grid" gap="5">
        <FileCheck key={code} approval={query.data} />
        <CheckedLine approval={query.data} />
      </Box>
    );
  }
  if (!query.error) {
    return (
      <Box mt="6" aria-busy="true">
        <SkeletonText lines={6} />
      </Box>
    );
  }
  const status = statusOf(query.error);
  return (
    <Box mt="6" role="alert">
      {status === 404 ? (
        <EmptyState title={t('notFound')} body={t('notFoundBody')} />
      ) : status === 429 ? (
        <Banner tone="warn">{messageOf(query.error)}</Banner>
      ) : (
        <ErrorState body={messageOf(query.error) ?? t('failed')} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Box>
  );
}
