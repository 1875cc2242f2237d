import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import {
  attachSnippet,
  formCurl,
  includeSnippet,
  initSnippet,
  nodeTokenSnippet,
  pageSnippet,
  sdkUseSnippet,
  sentSnippet,
  showSnippet,
  type SnippetFacts,
  styleSnippet,
  submitCurl,
  templateSnippet,
} from '../../../../shared/requestForm/snippets.ts';
import { sdkArchive, sdkInstallSnippet, type SdkPlatform } from '../../../../shared/sdk.ts';
import type { Guide, Piece } from '../../../embedScreen/guide.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';

const OPTIONS = [
  'workspaceUUID',
  'dsrmFormId',
  'uid',
  'defaultValues',
  'template',
  'token',
  'language',
  'target',
] as const;
const ANSWERS = [
  'created',
  'replayed',
  'invalid',
  'token',
  'closed',
  'inactive',
  'outdated',
  'otherBody',
  'tooMany',
  'away',
] as const;
const LANGUAGE = { android: 'Kotlin', ios: 'Swift', flutter: 'Dart' } as const;
const BUILD = { android: 'Gradle', ios: 'Swift Package Manager', flutter: 'YAML' } as const;

type PieceKey =
  | 'include'
  | 'init'
  | 'show'
  | 'template'
  | 'sent'
  | 'page'
  | 'style'
  | 'form'
  | 'submit'
  | 'attach'
  | 'node'
  | 'install'
  | 'use';

/** The values used in the generated code: those of the version in force, from which the draft may differ. */
function useFacts({ id, settings, draft, publishedVersion }: RequestForm): SnippetFacts {
  const { ws } = useSession();
  const inForce = trpc.requestForm.version.useQuery(
    { ws, id, v: publishedVersion },
    { enabled: publishedVersion > 0, staleTime: Infinity },
  );
  const [right] = inForce.data?.content.rights ?? [];
  const [drafted] = draft.rightRequests;
  return {
    publicUrl: location.origin,
    ws,
    formId: id,
    version: Math.max(1, publishedVersion),
    rightId: right?.id ?? drafted?.rightRequestId ?? '',
    optionCount: right?.options.length ?? drafted?.customRequests.length ?? 0,
    acceptsTokens: settings.jwtEnabled,
  };
}

/** The guide of a request form, with its own ids in all code samples. */
export function useRequestGuide(form: RequestForm): Guide {
  const { t } = useTranslation('requestGuide');
  const facts = useFacts(form);
  const piece = (key: PieceKey, code: string, language: string): Piece => ({
    key,
    title: t(`piece.${key}.title`),
    lead: t(`piece.${key}.lead`),
    code,
    language,
  });
  const sdk = (platform: SdkPlatform) => ({
    archive: sdkArchive('request', platform),
    lead: t(`sdk.${platform}`),
    pieces: [
      piece('install', sdkInstallSnippet('request', platform), BUILD[platform]),
      piece('use', sdkUseSnippet(platform, facts), LANGUAGE[platform]),
    ],
  });
  const node = facts.acceptsTokens ? [piece('node', nodeTokenSnippet(facts), 'Node.js')] : [];
  return {
    webLead: t('webLead'),
    apiLead: t('apiLead'),
    steps: [
      piece('include', includeSnippet(facts), 'HTML'),
      piece('init', initSnippet(facts), 'HTML'),
      piece('show', showSnippet(), 'HTML'),
      piece('template', templateSnippet(facts), 'HTML'),
    ],
    options: OPTIONS.filter((name) => name !== 'token' || facts.acceptsTokens).map((name) => ({
      name,
      meaning: t(`option.${name}`),
    })),
    more: [
      piece('sent', sentSnippet(), 'HTML'),
      piece('style', styleSnippet(facts), 'HTML'),
      piece('page', pageSnippet(facts), 'HTML'),
      ...node,
    ],
    api: [
      piece('form', formCurl(facts), 'curl'),
      piece('submit', submitCurl(facts), 'curl'),
      piece('attach', attachSnippet(facts), 'Node.js'),
      ...node,
    ],
    answers: ANSWERS.map((name) => ({ name: t(`answer.${name}.code`), meaning: t(`answer.${name}.meaning`) })),
    sdk: { android: sdk('android'), ios: sdk('ios'), flutter: sdk('flutter') },
  };
}
