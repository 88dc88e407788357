import { typedCode } from './typed.ts'

/** 统一社会信用代码 (GB 32100—2015): 18 characters, of which the last checks the others. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** Stands for the code of an organisation whose code is missing or wrong until somebody completes it: never shown. */
const PENDING_CODE_PREFIX = '待补-'
export const pendingCode = (unique: string): string => PENDING_CODE_PREFIX + unique
export const isPendingCode = (code: string): boolean => code.startsWith(PENDING_CODE_PREFIX)
/** A code as it is shown. */
export const shownCreditCode = (code: string): string => (isPendingCode(code) ? '待补' : code)

const SHAPE = /^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/

/** Normalises a typed code for storage: half-width capitals without spaces. */
export const plainCreditCode = (typed: string) => typedCode(typed).replace(/-/g, '').toUpperCase()

export const isCreditCode = (code: string) => SHAPE.test(code) && code[17] === creditCodeCheck(code.slice(0, 17))

/** The 18th character for the first 17; their weights are the powers of 3 modulo 31. */
export function creditCodeCheck(first17: string): string {
  let sum = 0
  let weight = 1
  for (const character of first17) {
    sum += CHARACTERS.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  // The outer remainder: a sum that 31 divides gives 31 − 0, which stands for 0.
  return CHARACTERS[(31 - (sum % 31)) % 31]!
}

/** Describes what is wrong with a typed credit code, so that it can be compared with the licence; null: nothing. */
export function creditCodeFault(code: string): string | null {
  if (isCreditCode(code)) return null
  if (code.length !== 18) return `统一社会信用代码应为 18 位，现有 ${code.length} 位`
  const strange = [...new Set(code)].filter(character => !CHARACTERS.includes(character))
  if (strange.length > 0) return `统一社会信用代码中不会出现“${strange.join('、')}”，请对照营业执照核对`
  if (!SHAPE.test(code)) return '统一社会信用代码的第 3 至 8 位应为数字，请对照营业执照核对'
  return '统一社会信用代码的第 18 位校验码不符，请对照营业执照核对'
}
