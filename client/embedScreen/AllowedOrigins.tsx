import { Plus, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Button, Card, chakra, Flex, IconButton, Text } from '../ui/index.ts';
import { Input } from '../ui/form/index.ts';

interface AllowedOriginsProps {
  origins: readonly string[];
  disabled: boolean;
  /** Saves the list; resolves to the error, or null. */
  onChange: (origins: string[]) => Promise<string | null>;
}

/** The sites that can embed the form. Only the origin of the input counts. */
export function AllowedOrigins({ origins, disabled, onChange }: AllowedOriginsProps) {
  const { t } = useTranslation('embedScreen');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const origin = originOf(typed);
    if (!origin) return setProblem(t('origins.wrong'));
    if (origins.includes(origin)) return setProblem(t('origins.twice'));
    const refused = await onChange([...origins, origin]);
    setProblem(refused);
    if (!refused) setTyped('');
  };

  return (
    <Card title={t('origins.title')}>
      <Text textStyle="small" color="muted" mb="3">
        {t(origins.length === 0 ? 'origins.any' : 'origins.only')}
      </Text>
      {origins.length > 0 && (
        <chakra.ul listStyle="none" m="0" p="0" mb="3">
          {origins.map((origin) => (
            <chakra.li key={origin} display="flex" alignItems="center" gap="2" borderTopWidth="1px" borderColor="line">
              <Text flex="1" minWidth="0" textStyle="dense" overflowWrap="anywhere">
                {origin}
              </Text>
              <IconButton
                size="sm"
                label={t('origins.remove', { origin })}
                icon={<X aria-hidden />}
                disabled={disabled}
                onClick={() => void onChange(origins.filter((one) => one !== origin)).then(setProblem)}
              />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <form onSubmit={(event) => void add(event)} noValidate>
        <chakra.label htmlFor={id} textStyle="dense" fontWeight="semibold">
          {t('origins.label')}
        </chakra.label>
        <Flex gap="2" mt="1">
          <Box flex="1" minWidth="0">
            <Input
              id={id}
              type="url"
              inputMode="url"
              dense
              placeholder="https://www.example.co.th"
              value={typed}
              disabled={disabled}
              onChange={(event) => setTyped(event.target.value)}
              {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
            />
          </Box>
          <Button type="submit" size="sm" icon={<Plus aria-hidden />} disabled={disabled || typed.trim() === ''}>
            {t('origins.add')}
          </Button>
        </Flex>
        <Text id={`${id}-problem`} role="alert" mt="1" textStyle="small" color="danger.text">
          {problem}
        </Text>
      </form>
    </Card>
  );
}

/** `www.example.co.th/shop` is https://www.example.co.th; null when it is no site. */
function originOf(typed: string): string | null {
  const text = typed.trim();
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    // Some browsers accept spaces in a host as %20.
    return /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.hostname.includes('%') ? url.origin : null;
  } catch {
    return null;
  }
}
