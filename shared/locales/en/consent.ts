import type { Shape } from '../shape.ts';
import type consentTh from '../th/consent.ts';

export default {
  colour: 'Must be a colour written #rrggbb',
  purposeTwice: 'The same purpose is chosen twice',
  noPurpose: 'At least one published purpose that rests on consent is needed',
  purposeNotLawful: 'This purpose is not published, or does not rest on consent',
  endsBeforeBegins: 'The last day must not come before the first',
  origin: 'Must be the address of a site, such as https://www.example.com, without a path',
} satisfies Shape<typeof consentTh>;
