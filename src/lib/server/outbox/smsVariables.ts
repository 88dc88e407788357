/**
 * Variables of text messages. Providers send approved templates only, whose variables they bound:
 * Alibaba Cloud, 通知短信模板规范 (help.aliyun.com/document_detail/463270) and 申请短信模板 (…/44357): 1 to 35 characters each, once
 * in a template, never side by side, no addresses; no 【】, no signs as 『』「」〖〗²•①★※→.
 * Tencent Cloud, 正文模板审核标准 (cloud.tencent.com/document/product/382/39023; international 382/40659), 变量规范: no addresses; 12
 * characters each for accounts of persons, unbounded for those of organisations.
 */
export type SmsVariable = {
  /** Name at providers that want letters; never `email`, `mobile`, `id`, `nick` or `site`, which Alibaba Cloud keeps. */
  name: string
  /**
   * `text`: cut, with … at its end. `list`: whole items, with their number. `sentence`: whole, or a pointer to where it can be
   * read, since a part of a reason may say its opposite. `number`, `time`, `money`: whole, or the message is not sent.
   */
  kind: 'text' | 'list' | 'sentence' | 'number' | 'time' | 'money'
  /** Maximum length in characters; a provider's own limit may be lower. */
  max: number
}

/** Why a message cannot be sent as a text, in words for staff. */
export class UnfitVariable extends Error {}

const POINTER = '详见协会网站'
const EMPTY = '无'
const ADDRESS = /https?:|www\.|[a-z0-9-]+\.(com|cn|net|org|gov|edu|top|vip|xyz|cc|io|wang|shop|site)(?![a-z])/i
const CONTACT = /(?<!\d)1[3-9]\d{9}(?!\d)|qq\s*[:：]?\s*\d{5,}/i
const REFUSED_SIGNS = /[★☆※→←↑↓²³■□◆◇▲△▼]|\p{Extended_Pictographic}/u

/** Signs that providers refuse, as others that say the same. */
const sameSigns: Record<string, string> = {
  '【': '（',
  '】': '）',
  '〖': '（',
  '〗': '）',
  '「': '“',
  '」': '”',
  '『': '“',
  '』': '”',
  '•': '·',
  '¥': '人民币',
  '￥': '人民币',
  '²': '2',
  '³': '3',
}

const plain = (value: string) =>
  value
    .replace(/[【】〖〗「」『』•¥￥²³]/g, sign => sameSigns[sign]!)
    .replace(/[①-⑳]/g, sign => sign.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim()

const lengthOf = (text: string) => [...text].length

/**
 * Makes a value fit a variable of at most `limit` characters. Throws `UnfitVariable` where only a wrong meaning would fit.
 */
export function fitVariable(placeholder: string, value: string, { kind, max }: SmsVariable, limit: number): string {
  const most = Math.min(max, limit)
  const text = kind === 'money' ? plain(value).replaceAll(',', '') : plain(value)
  if (text === '') return EMPTY
  const refused = ADDRESS.test(text) ? '网址' : text.match(REFUSED_SIGNS)?.[0]
  if (kind === 'sentence') return lengthOf(text) > most || refused || CONTACT.test(text) ? POINTER.slice(0, most) : text
  if (refused)
    throw new UnfitVariable(`“${placeholder}”含有服务商不收的${refused === '网址' ? refused : `“${refused}”`}`)
  if (lengthOf(text) <= most) return text
  if (kind === 'text') return `${[...text].slice(0, most - 1).join('')}…`
  if (kind === 'list') return shortList(text, most)
  throw new UnfitVariable(`“${placeholder}”有 ${lengthOf(text)} 个字，超过服务商限制的 ${most} 个字，又不能截短`)
}

/** As many whole items as fit, and how many there are: 张晓明 合格等 12 人. */
function shortList(text: string, most: number): string {
  const [, listed = text, total] = text.match(/^(.*?) ?(等 \d+ \S+)$/) ?? []
  const items = listed.split('、')
  const tail = total ?? `等 ${items.length} 项`
  for (let kept = items.length - 1; kept > 0; kept--) {
    const short = `${items.slice(0, kept).join('、')}${tail}`
    if (lengthOf(short) <= most) return short
  }
  return lengthOf(`共 ${tail.slice(2)}`) <= most ? `共 ${tail.slice(2)}` : POINTER.slice(0, most)
}

/** Variables of each kind of message, by its code. */
const kinds = new Map<string, Record<string, SmsVariable>>()

export const defineSmsKind = (kind: string, variables: Record<string, SmsVariable>): void =>
  void kinds.set(kind, variables)

/** The kind behind one of its variants, such as `security.code` of `security.code#register`. */
export const baseKind = (kind: string): string => kind.split('#')[0]!

export const smsVariablesOf = (kind: string): Record<string, SmsVariable> => kinds.get(baseKind(kind)) ?? {}
