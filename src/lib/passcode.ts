/** Signs of a passcode: Crockford's Base32, without letters that are taken for digits (https://www.crockford.com/base32.html). */
export const PASSCODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 16
const grouped = (signs: string) => signs.match(/.{4}/g)!.join('-')

/**
 * Reads a passcode as people type it: any case, with or without dashes and blanks, O for 0, I and L for 1. Anything else is
 * returned as it is: the long token of a link.
 */
export function readPasscode(typed: string): string {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isPasscode = signs.length === LENGTH && [...signs].every(sign => PASSCODE_SIGNS.includes(sign))
  return isPasscode ? grouped(signs) : typed.trim()
}

/** Writes 16 values from 0 to 31 as a passcode: 7K3M-9QXR-2HVD-PW4T. */
export const passcodeOf = (values: Uint8Array): string =>
  grouped([...values.slice(0, LENGTH)].map(value => PASSCODE_SIGNS[value % 32]).join(''))
