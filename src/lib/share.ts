/** Share as charters express it: 2/3 以上 is two of three or more; 超过 1/2 is more than one of two. */
export type Share = { numerator: number; denominator: number; isStrict: boolean }

const FRACTION = /^(\d{1,3}) ?[/／] ?(\d{1,3})$/

type Fraction = Omit<Share, 'isStrict'>

/** Parses a fraction such as 2/3; undefined if it is none. */
export function readFraction(typed: string): Fraction | undefined {
  const [, numerator, denominator] = typed.trim().match(FRACTION) ?? []
  return numerator === undefined ? undefined : { numerator: Number(numerator), denominator: Number(denominator) }
}

/** Returns the fault of a typed fraction; undefined if there is none. */
export function fractionFault(typed: string): string | undefined {
  const read = readFraction(typed)
  if (!read) return '应写成分数，例如 2/3'
  if (read.numerator === 0 || read.denominator === 0) return '应大于 0，例如 2/3'
  return read.numerator > read.denominator ? '不能超过 1，例如 2/3' : undefined
}

/** Returns how many of `all` the share requires. */
export function neededOf({ numerator, denominator, isStrict }: Share, all: number): number {
  const part = (all * numerator) / denominator
  return isStrict ? Math.floor(part) + 1 : Math.ceil(part)
}

/** 三分之二, 半数, 全体. */
export function fractionWords({ numerator, denominator, isStrict }: Share): string {
  if (numerator === denominator) return '全体'
  if (isStrict && numerator * 2 === denominator) return '半数'
  const [above, below] = [chinese(numerator), chinese(denominator)]
  return above && below ? `${below}分之${above}` : `${numerator}/${denominator}`
}

/** 三分之二以上, 过半数, 超过三分之二, 全体. */
export function shareWords(share: Share): string {
  const words = fractionWords(share)
  if (words === '全体') return words
  if (words === '半数') return '过半数'
  return share.isStrict ? `超过${words}` : `${words}以上`
}

const DIGITS = '零一二三四五六七八九'

/** Formats numbers up to 99 in Chinese; undefined above. */
function chinese(n: number): string | undefined {
  if (n > 99) return undefined
  const [tens, ones] = [Math.floor(n / 10), n % 10]
  if (tens === 0) return DIGITS[ones]
  return `${tens > 1 ? DIGITS[tens] : ''}十${ones > 0 ? DIGITS[ones] : ''}`
}
