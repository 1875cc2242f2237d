import { DECORATION } from '../../../shared/consent/theme.ts';
import enEmbed from '../../../shared/locales/en/consentEmbed.ts';
import thEmbed from '../../../shared/locales/th/consentEmbed.ts';

const { acceptLabel, declineLabel } = DECORATION.white;

// Words of the consent form on other pages, with the captions of its two buttons where a form has none of its own.
export const th = { ...thEmbed, accept: acceptLabel.th, decline: declineLabel.th };
export const en = { ...enEmbed, accept: acceptLabel.en, decline: declineLabel.en };
