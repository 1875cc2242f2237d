import { useTranslation } from 'react-i18next';
import { type SdkPlatform, sdkArchive, sdkInstallSnippet } from '../../shared/sdk.ts';
import type { Guide, Piece, SdkPackage, Term } from './guide.ts';

const LANGUAGE = { android: 'Kotlin', ios: 'Swift', flutter: 'Dart' } as const;
const BUILD = { android: 'Gradle', ios: 'Swift Package Manager', flutter: 'YAML' } as const;
const ANSWERS = ['invalid', 'tooMany', 'away'] as const;

/** The parts that the guides of all kinds of forms have in common. */
export function useGuideTexts() {
  const { t } = useTranslation('embedScreen');
  const piece = (key: 'template' | 'page' | 'policy' | 'install', code: string, language: string): Piece => ({
    key,
    title: t(`guide.piece.${key}.title`),
    lead: t(`guide.piece.${key}.lead`),
    code,
    language,
  });
  return {
    piece,
    option: (name: 'workspaceUUID' | 'language' | 'target' | 'token'): Term => ({
      name,
      meaning: t(`guide.option.${name}`),
    }),
    /** With the answers of the kind, by their codes. */
    answers: (own: readonly Term[]): Term[] =>
      [
        ...own,
        ...ANSWERS.map((name) => ({
          name: t(`guide.answer.${name}.code`),
          meaning: t(`guide.answer.${name}.meaning`),
        })),
      ].toSorted((one, other) => one.name.localeCompare(other.name)),
    /** The packages for all platforms; `sample` is the code that uses one. */
    sdk(
      product: Parameters<typeof sdkArchive>[0],
      sample: (platform: SdkPlatform, language: string) => Piece,
    ): Guide['sdk'] {
      const of = (platform: SdkPlatform): SdkPackage => ({
        archive: sdkArchive(product, platform),
        lead: t(`guide.sdk.${platform}`),
        pieces: [
          piece('install', sdkInstallSnippet(product, platform), BUILD[platform]),
          sample(platform, LANGUAGE[platform]),
        ],
      });
      return { android: of('android'), ios: of('ios'), flutter: of('flutter') };
    },
  };
}
