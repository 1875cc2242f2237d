import { expect, it } from 'vitest';
import { BUILT_IN } from '../../server/modules/answerTemplate/builtIn.ts';
import { translate } from '../../server/platform/i18n.ts';
import { AUTHORITY } from '../../shared/answerTemplate/merge.ts';
import { LOCALES } from '../../shared/locale.ts';
import { RIGHT_PHRASES } from '../../shared/privacyNotice/text/rights.ts';

// Section 73: complaints are filed with the Office of the Committee.
it.each(LOCALES)('letters, mails and pages name one place for complaints, in the same words (%s)', (locale) => {
  const authority = AUTHORITY[locale];
  const letter = translate(locale, 'requestLetter:complaintText', { authority });
  expect(translate(locale, 'mail:requestNotice.complain', { authority })).toBe(letter);
  expect(`${translate(locale, 'requestPage:complain.lead').replace(/:$/, '')} ${authority}`).toBe(
    letter.replace(/\.$/, ''),
  );
  expect(BUILT_IN.refused!.body[locale].replace('{authority}', authority)).toContain(letter);
  const office = authority.split(/ www|, www/)[0]!;
  expect(RIGHT_PHRASES.COMPLAINT[locale]).toContain(office);
});
