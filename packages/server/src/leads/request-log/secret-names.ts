// Recognizes the names of fields that contain secrets. Matches parts of a name because spellings vary. Matching too
// much only hides a harmless value from the log, while missing a secret would store it in the database.

/** Matched against the name after everything but letters and digits is removed. */
const SECRET =
  /passw|passphrase|passcode|pwd|kennwort|contrasen|motdepasse|wachtwoord|пароль|密码|secret(?!ar)|token|(?:api|access|private|signing|google|auth|session)key|authori[sz]ation|bearer|credential|sess(?:ion)?id|wpnonce|[cx]srf|^(?:set)?cookies?$|^(?:basic|http|proxy|x)?auth(?:code|data)?$|^jwt|jwt$|^otp|otp$|^cv[cv]\d?$|cardnumber/;

/** A field name can be an entire question. */
const MAX_NAME_LENGTH = 1_000;

export function isSecretName(name: string): boolean {
  const start = name.slice(0, MAX_NAME_LENGTH).toLowerCase();
  return SECRET.test(
    /[^\x20-\x7e]/.test(start)
      ? start.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')
      : start.replace(/[^a-z0-9]+/g, ''),
  );
}

/** Matches such a name in free text, including the separator before its value. */
export const SECRET_IN_TEXT =
  /(?:pass[\s_-]?(?:w(?:or)?[dt]|phrase|code)|pwd|kennwort|contrase[nñ]a|mot de passe|secret(?!ar)|token|(?:api|access|private|signing|google|auth|session)[\s_-]?key|authori[sz]ation|bearer|credentials?|sess(?:ion)?[\s_-]?id|cookie)[\w.\]-]{0,60}(?:[\s!*:?]{0,3}\\*["'`]|%22)?\s*(?::|=>?|%3a|%3d)\s*/gi;

/** Members in which form tools store a field's name or type, next to its value. */
export const isLabel = (name: string): boolean =>
  /^(?:name|label|title|question|key|id|ref|type|column_?(?:id|name)|field_?(?:id|name|label|type)?)$/i.test(
    name,
  );

export const isValue = (name: string): boolean =>
  /^(?:(?:raw_?|string_?)?values?|answers?|responses?|text|content|input)$/i.test(name);
