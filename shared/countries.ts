/** Letters that follow a first one, which each group begins with: embeds on other people's pages carry this list. */
const LETTERS =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW';
/** ISO 3166-1 alpha-2, officially assigned codes. */
export const COUNTRY_CODES: readonly string[] = LETTERS.split(' ').flatMap(([first, ...others]) =>
  others.map((other) => first! + other),
);

// Embeds need the list alone.
const CODES: ReadonlySet<string> = /* @__PURE__ */ new Set(COUNTRY_CODES);
/** Whether a country has this code: two capital letters alone make none. */
export const isCountryCode = (code: string): boolean => CODES.has(code);
