/**
 * Signs that nobody types on purpose and nobody sees: controls, format controls (zero width, direction, soft hyphen),
 * variation selectors, fillers, joiners and what is no character at all, or half of one (Unicode: General_Category Cc, Cf, Cs;
 * Default_Ignorable_Code_Point, Noncharacter_Code_Point).
 */
const INVISIBLE = /[[\p{DI}\p{Cf}\p{Cc}\p{Cs}\p{NChar}]--[\t\r\n]]/gv
/** The same but for joiners, selectors and tags that make one picture out of several, which a text may have. */
const INVISIBLE_IN_TEXT =
  /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)[\u200d\ufe0f]|[[\p{DI}\p{Cf}\p{Cc}\p{Cs}\p{NChar}]--[\t\n\u200d\ufe0f\u{e0020}-\u{e007f}]]/gv
/** Blanks of all widths; line breaks are kept apart. */
const BLANK = /[\p{Zs}\t]/gu
/** Radicals that look like the character (⼭ for 山): from scanned PDFs. */
const RADICAL = /[\u2e80-\u2fdf]/g
const DASH = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g

/** A line as it was meant: without invisible signs and odd blanks, in one spelling of each character. */
export const typedLine = (typed: string): string =>
  typed
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(RADICAL, radical => radical.normalize('NFKC'))
    .replace(/[\r\n\u2028\u2029]/g, ' ')
    .replace(BLANK, ' ')
    .trim()

/** The same of a text of several lines. */
export const typedText = (typed: string): string =>
  typed
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE_IN_TEXT, '')
    .normalize('NFC')
    .replace(RADICAL, radical => radical.normalize('NFKC'))
    .replace(BLANK, ' ')
    .trim()

/** A number or code as it was meant: half width, without blanks, every dash a hyphen. Capitals are left as they are. */
export const typedCode = (typed: string): string =>
  typed.replace(INVISIBLE, '').normalize('NFKC').replace(DASH, '-').replace(/\s/g, '').normalize('NFC')

/** The number of a document, kept as it is printed: half width, its blanks and dashes as they are. */
export const typedNumber = (typed: string): string => typedLine(typedLine(typed).normalize('NFKC'))

/** Signs that stand for each other between the parts of a foreign name in Chinese; the first is kept. */
const DOTS = '·•・‧∙⋅●．᛫･'
const NAME_DOT = new RegExp(`\\s*[${DOTS}]\\s*`, 'gu')
const HAN = /\p{Script=Han}/u

/**
 * The name of a person as it is kept: 买买提·阿不都 whichever dot was typed, without blanks between Chinese characters, a
 * curly apostrophe straight.
 */
export function typedPersonName(typed: string): string {
  const name = typedLine(typed)
    .replace(/[\uff01-\uff5e]/g, wide => wide.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(DASH, '-')
    .replace(NAME_DOT, '·')
    .replace(/ +/g, ' ')
  return HAN.test(name)
    ? name
        .replace(/(?<=\p{Script=Han})\s*\.\s*(?=\p{Script=Han})/gu, '·')
        .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    : name
}

const NOT_IN_PERSON_NAME = /[^\p{L}\p{M}\u3007·.' -]/gu
const MAX_PERSON_NAME = 50

/** Describes what is wrong with a name that `typedPersonName` has read; null: nothing. */
export function personNameFault(name: string, label: string): string | null {
  const strange = strangeIn(name, NOT_IN_PERSON_NAME)
  if (strange) return `${label}中不会出现“${strange}”`
  const length = [...name].length
  if (length < 2) return `${label}应为全名，至少 2 个字`
  if (length > MAX_PERSON_NAME) return `${label}不能超过 ${MAX_PERSON_NAME} 个字，现有 ${length} 个`
  return /^[\p{L}\u3007]/u.test(name) ? null : `${label}应以文字开头`
}

const NOT_IN_ORGANISATION_NAME =
  /[^\p{L}\p{M}\p{N} （）()［］[\]〔〕【】《》〈〉“”"‘’'·•.,，、:：;；&＆+＋/／\\\-—–－_#＃!！@°№%*]/gu
const MIN_ORGANISATION_NAME = 4
const MAX_ORGANISATION_NAME = 100

/** The same of the name of an organisation, as licences have it. */
export function organisationNameFault(name: string, label: string): string | null {
  const strange = strangeIn(name, NOT_IN_ORGANISATION_NAME)
  if (strange) return `${label}中不会出现“${strange}”，请与证照核对`
  const length = [...name].length
  if (length > MAX_ORGANISATION_NAME) return `${label}不能超过 ${MAX_ORGANISATION_NAME} 个字，现有 ${length} 个`
  if (length < MIN_ORGANISATION_NAME) return `${label}应为证照上的全称，至少 ${MIN_ORGANISATION_NAME} 个字`
  return /\p{L}.*\p{L}/su.test(name) ? null : `${label}应为证照上的全称`
}

const strangeIn = (name: string, signs: RegExp) => [...new Set(name.match(signs))].join('')
