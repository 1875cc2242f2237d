import { Search, UserRoundSearch, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UID_LIMIT } from '../../../shared/userConsent/schema.ts';
import { Box, Button, chakra, Flex, Text } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';

interface FindSubjectProps {
  /** The id of the displayed data subject; empty for all. */
  uid: string;
  onFind: (uid: string) => void;
  /** Opens the history of the displayed data subject; undefined: not offered. */
  onOpen?: () => void;
  /** Beside the search. */
  children?: ReactNode;
}

/**
 * Finds a data subject by the complete id. The id is never part of the address, because logs and histories would store
 * it.
 */
export function FindSubject({ uid, onFind, onOpen, children }: FindSubjectProps) {
  const { t } = useTranslation('userConsent');
  const id = useId();
  const [typed, setTyped] = useState(uid);
  const [latest, setLatest] = useState(uid);
  if (uid !== latest) {
    // Also cleared from outside, together with other filters.
    setLatest(uid);
    setTyped(uid);
  }
  return (
    <Box bg="surface" borderWidth="1px" borderRadius="card" px={{ base: '3', md: '4' }} py="3" mb="3">
      <chakra.form
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="2"
        role="search"
        data-screen=""
        aria-label={t('find.label')}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onFind(typed.trim());
        }}
      >
        <chakra.label htmlFor={id} fontWeight="semibold" textStyle="dense" flexBasis={{ base: 'full', md: 'auto' }}>
          {t('find.label')}
        </chakra.label>
        <Input
          id={id}
          dense
          flex="1 1 12rem"
          width="auto"
          minWidth="0"
          maxWidth={{ md: '24rem' }}
          value={typed}
          maxLength={UID_LIMIT}
          placeholder={t('find.placeholder')}
          aria-describedby={`${id}hint`}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="sm" minHeight="9" icon={<Search aria-hidden />}>
          {t('find.act')}
        </Button>
        <Text id={`${id}hint`} textStyle="small" color="muted" flexBasis={{ base: 'full', xl: 'auto' }}>
          {t('find.hint')}
        </Text>
        {children}
      </chakra.form>
      {uid && (
        <Flex wrap="wrap" gap="2" mt="2">
          <Button
            size="sm"
            height="auto"
            minHeight="8"
            maxWidth="full"
            whiteSpace="normal"
            overflowWrap="anywhere"
            textAlign="start"
            icon={<X aria-hidden />}
            title={t('find.clear')}
            onClick={() => onFind('')}
          >
            {t('find.filter', { uid })}
          </Button>
          {onOpen && (
            <Button size="sm" look="quiet" icon={<UserRoundSearch aria-hidden />} onClick={onOpen}>
              {t('history.subject')}
            </Button>
          )}
        </Flex>
      )}
    </Box>
  );
}
