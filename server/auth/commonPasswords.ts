/**
 * Words that people build passwords of: around one of these, digits and signs add little. Written for this product:
 * English, keyboard rows, Thai words as typed in Latin letters, and what stands around the product itself.
 */
export const COMMON_WORDS: readonly string[] = [
  'password', 'passwort', 'passcode', 'passphrase', 'letmein', 'welcome', 'changeme', 'iloveyou', 'administrator', 'admin', 'root',
  'superuser', 'default', 'secret', 'master', 'login', 'user', 'test', 'tester', 'testing', 'guest', 'temporary', 'temp', 'monkey', 'dragon',
  'football', 'baseball', 'basketball', 'sunshine', 'princess', 'superman', 'batman', 'starwars', 'pokemon', 'liverpool', 'chelsea',
  'arsenal', 'manchester', 'united', 'whatever', 'trustno', 'freedom', 'hello', 'hospital', 'company', 'office', 'computer', 'internet',
  'samsung', 'google', 'facebook', 'microsoft', 'windows', 'september', 'october', 'november', 'december', 'january', 'february',
  'summer', 'winter', 'monday', 'friday', 'correcthorsebatterystaple', 'mypassword', 'thepassword', 'newpassword', 'yourpassword',
  'qwertyuiop', 'qwerty', 'asdfghjkl', 'asdf', 'zxcvbnm', 'qazwsxedc', 'qazwsx', 'qweasdzxc', 'qweasd', 'abc', 'abcd', 'abcdef',
  'thailand', 'bangkok', 'sawasdee', 'sawatdee', 'sabaidee', 'somchai', 'somying', 'rakthai', 'khonthai', 'prathetthai', 'krungthep',
  'rakkhun', 'rakterm', 'iloveking', 'longlivetheking', 'pokpong', 'pdpa', 'privacy', 'dataprotection', 'dpo',
];

/** Whole passwords of twelve letters and more that the rules would let through. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  'onceuponatime', 'tobeornottobe', 'maytheforcebewithyou', 'nevergonnagiveyouup', 'abrakadabra123', 'abracadabra12', 'rockandroll123',
  'thisismypassword', 'iamtheboss123', 'opensesame123', 'supercalifragilisticexpialidocious', 'thequickbrownfox', 'loremipsumdolor',
  'helloworld123', 'ilovethailand', 'lovethailand', 'jesuschrist1', 'buddhathamma', 'namotassabhagavato', 'hakunamatata1',
]);
