/**
 * Masks personal data where showing them in full is not needed: in public lists, and in the back office until
 * requested.
 */

/** 张明 → 张*，张晓明 → 张*明，欧阳晓明 → 欧**明. By characters, so that rare ones outside the BMP stay whole. */
export function maskName(name: string): string {
  const [first, ...rest] = [...name]
  if (rest.length === 0) return '*'
  if (rest.length === 1) return `${first}*`
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`
}

/** 13900001234 → 139****1234; anything shorter than a mobile number disappears whole. */
export const maskMobile = (mobile: string) =>
  mobile.length < 11 ? '*'.repeat(mobile.length) : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** The first and the last character only. */
export const maskIdNumber = (number: string) =>
  number.length < 5 ? '*'.repeat(number.length) : `${number[0]}${'*'.repeat(number.length - 2)}${number.at(-1)}`

/** zhangwei@example.com → z***@example.com. */
export const maskEmail = (email: string) => email.replace(/([^@]?)[^@]*/, '$1***')

/** Masks an openid so that its owner can recognise it and nobody can use it; WeChat gives no name without consent. */
export const maskOpenid = (openid: string) => `微信用户 ${openid.slice(-4)}`
