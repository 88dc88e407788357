import { typedCode } from '../typed.ts'

/** Telephone numbers: however they are typed they are kept in one spelling, read in one, and dialled without any. */

const MOBILE = /^1[3-9]\d{9}$/
/** A line with or without its area code, and with or without an extension. */
const LINE = /^(?:(0(?:10|2\d|[3-9]\d{2}))-?)?([2-9]\d{6,7})(?:-(\d{1,6}))?$/
const SERVICE = /^([48]00)-?(\d{3})-?(\d{4})$/

export const isMobile = (mobile: string) => MOBILE.test(mobile)

export const plainMobile = (typed: string) =>
  typedCode(typed)
    .replace(/^(\+|00)86/, '')
    .replace(/-/g, '')

export const isPhone = (phone: string) => MOBILE.test(phone) || LINE.test(phone) || SERVICE.test(phone)

/** Half-width, without spaces, brackets and +86, its parts with a hyphen between: （010）5550 0128 转 6 → 010-55500128-6. */
export function plainPhone(typed: string): string {
  const text = typedCode(typed)
    .replace(/\.(?=\d)/g, '')
    .replace(/转|分机|ext\.?/gi, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^\((\d+)\)-?/, '$1-')
  const [, abroad] = /^(?:\+|00)86-?(?:\(0\)|0)?-?\(?(.+)$/.exec(text) ?? []
  const own = abroad === undefined ? text : plainAbroad(abroad.replace(/\)-?/, '-'))
  const mobile = own.replace(/-/g, '')
  if (isMobile(mobile)) return mobile
  const [, area, line, extension] = LINE.exec(own) ?? []
  if (line) return [area, line, extension].filter(Boolean).join('-')
  return own.replace(SERVICE, '$1-$2-$3')
}

/** Adds the 0 of the area code, which is omitted after +86. */
const plainAbroad = (text: string) => (/^(1[3-9]|[48]00)/.test(text.replace(/-/g, '')) ? text : `0${text}`)

/** The parts of a landline's number as typed; undefined if it is none. Without an area code it may be of any area. */
export function landlineIn(typed: string): { area: string | undefined; line: string } | undefined {
  const [, area, line] = LINE.exec(plainPhone(typed)) ?? []
  return line ? { area, line } : undefined
}

/** Formats a number for display: 138 0013 8000, 010-5550 0128, 400-123-4567. A masked number stays as it is. */
export function formatPhone(kept: string): string {
  const phone = plainPhone(kept)
  if (isMobile(phone)) return phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')
  const [, area, line, extension] = LINE.exec(phone) ?? []
  if (!line) return isPhone(phone) ? phone : kept
  return [area, line.replace(/(\d{4})$/, ' $1'), extension].filter(Boolean).join('-')
}

/** The address that dials it; an extension after a pause. */
export function telAddress(phone: string): string {
  const plain = plainPhone(phone)
  const [, area = '', line, extension] = LINE.exec(plain) ?? []
  return line && !isMobile(plain)
    ? `tel:${area}${line}${extension ? `,${extension}` : ''}`
    : `tel:${plain.replace(/[^+\d]/g, '')}`
}
