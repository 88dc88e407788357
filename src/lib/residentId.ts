import { typedCode } from './typed.ts'

/** 公民身份号码 (GB 11643—1999): where registered, born when, a serial whose last digit is odd for men, a check. */
const SHAPE = /^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$/
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Provinces; 81 to 83 are residence permits of 港澳台居民, 91 permanent residence of foreigners. */
const PREFIXES = new Set(
  (
    '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 ' + '71 81 82 83 91'
  ).split(' '),
)

/** Normalises a typed number for storage: half-width, without spaces, with a capital X. */
export const plainResidentId = (typed: string) => typedCode(typed).toUpperCase()

/** `today` as `2026-11-21`: nobody is born later. */
export const isResidentId = (id: string, today: string) =>
  SHAPE.test(id) &&
  PREFIXES.has(id.slice(0, 2)) &&
  isDay(residentBornOn(id)) &&
  residentBornOn(id) <= today &&
  id[17] === residentIdCheck(id)

export const residentBornOn = (id: string) => `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
export const residentSex = (id: string) => (Number(id[16]) % 2 ? 'male' : 'female')

/** The 18th character, by the first 17. */
export function residentIdCheck(id: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(id[i]), 0)
  return '10X98765432'[sum % 11]!
}

function isDay(day: string) {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, date)).toISOString().startsWith(day)
}

/** Describes what is wrong with a typed resident ID number; null: nothing. */
export function residentIdFault(id: string, today: string): string | null {
  if (isResidentId(id, today)) return null
  if (id.length !== 18) return `身份证号码应为 18 位，现有 ${id.length} 位`
  if (!/^\d{17}[\dX]$/.test(id)) return '身份证号码前 17 位应为数字，第 18 位为数字或 X，请核对'
  if (!PREFIXES.has(id.slice(0, 2))) return '身份证号码的前 2 位不是地区代码，请核对'
  const day = residentBornOn(id)
  if (!SHAPE.test(id) || !isDay(day) || day > today) return '身份证号码的第 7 至 14 位不是出生日期，请核对'
  return '身份证号码的第 18 位校验码不符，请核对'
}
