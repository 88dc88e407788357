import { withCommas } from './words/numbers.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const UNITS = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** An amount in yuan as payment documents write it beside the figures: 10203.04 → 壹万零贰佰零叁元零肆分. */
export function capitalMoney(yuan: number): string {
  const fen = Math.round(yuan * 100)
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`no amount of money: ${yuan}`)
  if (fen === 0) return '零元整'
  const whole = Math.floor(fen / 100)
  const [jiao, rest] = [Math.floor((fen % 100) / 10), fen % 10]
  const words = whole ? `${capitalNumber(whole)}元` : ''
  if (!jiao && !rest) return `${words}整`
  if (!rest) return `${words}${DIGITS[jiao]}角整`
  const before = jiao ? `${DIGITS[jiao]}角` : whole ? '零' : ''
  return `${words}${before}${DIGITS[rest]}分`
}

/** Writes a number in groups of four digits; a run of zeros between other digits is read as one 零. */
function capitalNumber(number: number): string {
  const digits = String(number)
  let words = ''
  let gap = false
  for (const [i, digit] of [...digits].entries()) {
    const place = digits.length - 1 - i
    if (digit === '0') gap = true
    else {
      words += `${gap ? '零' : ''}${DIGITS[Number(digit)]}${UNITS[place % 4]}`
      gap = false
    }
    if (place % 4 === 0 && Number(digits.slice(Math.max(0, i - 3), i + 1))) words += GROUPS[place / 4]
  }
  return words
}

/** 30,000, and 1,234.50 where there are fen: an amount wherever it is read, with 元 behind it or at the head of its column. */
export const formatYuan = (amount: number) => (Number.isInteger(amount) ? withCommas(amount) : withFen.format(amount))
/** A counted value in its unit: an amount as money, all else with commas; a dash where there is none. */
export const figureText = (value: number | null, unit: string) =>
  value === null ? '—' : unit === '元' ? formatYuan(value) : withCommas(value)

const withFen = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** ¥2,000.00, beside the capitals of a payment document. */
export const formatCurrency = (yuan: number) => `¥${withFen.format(yuan)}`

/** Returns `parts`/`of` of an amount in yuan, rounding half a fen up; computed in fen to avoid fractions. */
export const shareOfAmount = (yuan: number, parts: number, of: number) =>
  Math.round((Math.round(yuan * 100) * parts) / of) / 100

/** An amount in yuan so many times. */
export const multiplyAmount = (yuan: number, count: number) => (Math.round(yuan * 100) * count) / 100

/** The sum of amounts in yuan. */
export const sumAmounts = (amounts: readonly number[]) =>
  amounts.reduce((sum, yuan) => sum + Math.round(yuan * 100), 0) / 100

export const fenOf = (yuan: number): number => Math.round(yuan * 100)
export const yuanOf = (fen: number): number => fen / 100
