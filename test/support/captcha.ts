const NUMBERS = [...'零一二三四五六七八九十', ...[...'一二三四五六七八'].map(unit => `十${unit}`)]

/** What a person answers to `七加五等于多少？`. */
export function solve(question: string): string {
  const [, one, sign, other] = question.match(/^(.+)([加减])(.+)等于多少？$/)!
  const [a, b] = [NUMBERS.indexOf(one!), NUMBERS.indexOf(other!)]
  return String(sign === '加' ? a + b : a - b)
}
