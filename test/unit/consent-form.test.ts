import { describe, expect, test } from 'vitest';
import { asHex } from '../../client/embedScreen/ColourField.tsx';
import { CONSENT_FIELDS } from '../../client/modules/consent/consentFields.ts';
import { contentOfDraft } from '../../client/modules/consent/formValues.ts';
import { previewForm } from '../../client/modules/consent/previewForm.ts';
import { weights } from '../../client/modules/consent/weights.ts';
import { differences } from '../../client/records/fields.ts';
import { policyAddress } from '../../shared/consent/policy.ts';
import { consentDraft, consentTheme } from '../../shared/consent/schema.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import { contrast, READABLE } from '../../shared/contrast.ts';
import { publicConsentForm } from '../../shared/userConsent/schema.ts';

const theme = consentTheme.parse(DECORATION.white);

describe('the look of a consent form', () => {
  test.each(['white', 'dark', 'gsb'] as const)('%s is readable, and treats both answers alike', (preset) => {
    const { background, text, acceptBackground, acceptText, declineBackground, declineText } = DECORATION[preset];
    for (const [ground, words] of [
      [background, text],
      [acceptBackground, acceptText],
      [declineBackground, declineText],
    ] as const)
      expect(contrast(ground, words)).toBeGreaterThanOrEqual(READABLE);
    expect(weights(consentTheme.parse(DECORATION[preset]))).toEqual({ colour: null, words: false });
  });
  test('a more prominent button is reported, whichever it is; so are labels of very different length', () => {
    expect(weights({ ...theme, declineBackground: '#eeeeee' }).colour?.stronger).toBe('accept');
    expect(weights({ ...theme, acceptBackground: '#eeeeee' }).colour?.stronger).toBe('decline');
    expect(
      weights({
        ...theme,
        acceptLabel: { th: 'ตกลง', en: 'OK' },
        declineLabel: { th: 'ไม่', en: 'No, I would rather miss all the offers' },
      }).words,
    ).toBe(true);
    expect(weights({ ...theme, acceptBackground: '#ee' }).colour).toBeNull();
  });
  test('colour codes are completed, anything else remains unchanged', () => {
    expect(['#abc', 'A1B2C3', ' #FFFFFF ', 'red', '#12'].map(asHex)).toEqual([
      '#aabbcc',
      '#a1b2c3',
      '#ffffff',
      'red',
      '#12',
    ]);
  });
});

describe('the preview of a draft', () => {
  const purposeId = '019a0000-0000-7000-8000-000000000001';
  const ids = { ws: purposeId, consentId: purposeId, applicationId: purposeId };
  const draft = consentDraft.parse({ purposes: [{ purposeId }], showPrivacyPolicy: true });
  const named = { title: { th: 'ข่าวสาร', en: 'News' }, description: { th: '', en: '' } };

  test('is always a form the embed can render, however incomplete', () => {
    const content = contentOfDraft(
      { ...draft, theme: { ...theme, background: '#12', acceptLabel: { th: '', en: '' } } },
      () => named,
      purposeId,
    );
    const form = previewForm(content, {
      ...ids,
      version: 1,
      controller: { th: 'ก', en: 'A' },
      blank: { title: '(title)', description: '(words)' },
    });
    expect(publicConsentForm.parse(form)).toEqual(form);
    expect(form).toMatchObject({
      title: { th: '(title)' },
      privacyPolicyUrl: null,
      theme: { background: '#ffffff', acceptLabel: DECORATION.white.acceptLabel },
      purposes: [{ title: named.title }],
    });
  });
  test('is compared field by field: other logos count although their number is equal', () => {
    const before = contentOfDraft({ ...draft, theme: { ...theme, logoIds: [purposeId] } }, () => named, purposeId);
    const after = contentOfDraft(
      {
        ...draft,
        title: { th: 'ใหม่', en: '' },
        theme: { ...theme, logoIds: ['019a0000-0000-7000-8000-000000000002'] },
      },
      () => named,
      purposeId,
    );
    const changed = differences(CONSENT_FIELDS, before, after, { t: (key) => key, locale: 'th' }).filter(
      (field) => field.before !== field.after,
    );
    expect(changed.map(({ key }) => key)).toEqual(['title.th', 'logos']);
  });
});

test('a notice of the product is linked in the language of the reader, an address of the organisation as it is', () => {
  const base = 'https://privacy.example';
  expect(policyAddress('/notices/w/n', base)).toBe(`${base}/notices/w/n`);
  expect(policyAddress('/notices/w/n', base, 'en')).toBe(`${base}/notices/w/n?lang=en`);
  expect(policyAddress('https://books.example/privacy', base, 'en')).toBe('https://books.example/privacy');
  expect(policyAddress(null, base, 'en')).toBeNull();
});
