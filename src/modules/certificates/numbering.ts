/** Parts of a number rule: `{prefix}-{kind}-{level}-{year}-{serial:4}` gives XH-AB01-A-2026-0012. */
export const numberParts = {
  prefix: '协会的编号前缀',
  kind: '种类代号',
  level: '级别代号',
  year: '发证年份',
  province: '省份的两位代码',
} as const
export type Part = keyof typeof numberParts

const SERIAL = /-\{serial:(\d)\}$/
const FREE = /^[\p{Script=Han}A-Za-z0-9()（）〔〕/-]*$/u

/** Returns the fault of a rule as a sentence; undefined if it is usable. */
export function ruleFault(rule: string): string | undefined {
  const serial = rule.match(SERIAL)
  if (!serial) return '规则应以 -{serial:4} 结尾：流水号是最后一段，前面是横线，数字为流水号的位数'
  if (Number(serial[1]) < 3 || Number(serial[1]) > 6) return '流水号应为 3 到 6 位，例如 {serial:4}'
  const before = rule.slice(0, serial.index)
  const named = [...before.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  const unknown = named.find(name => !(name in numberParts))
  if (unknown !== undefined) {
    const known = Object.keys(numberParts).map(name => `{${name}}`)
    return `没有 {${unknown}} 这一段，可用的有 ${known.join('、')}`
  }
  const free = before.replace(/\{[^{}]*\}/g, '')
  if (!FREE.test(free)) return '规则里除花括号中的各段外，只能有汉字、字母、数字、横线、斜线和括号'
  if (!named.includes('kind')) return '规则应包含 {kind}，不同种类的证书才分开编号'
  return undefined
}

/** Lists the parts of a rule that have no content, but for the level: a kind without levels leaves its place empty. */
export const emptyParts = (rule: string, of: Record<Part, string>): Part[] =>
  [...rule.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as Part).filter(name => name !== 'level' && of[name] === '')

/** Returns the prefix before the serial number and the number of its digits. Each prefix has its own count. */
export function seriesBy(rule: string, of: Record<Part, string>): { prefix: string; digits: number } {
  const prefix = rule
    .replace(SERIAL, '')
    .replace(/\{(\w+)\}/g, (_, name: Part) => of[name])
    // A kind without levels leaves its place empty.
    .replace(/-{2,}/g, '-')
  return { prefix: prefix.replace(/^-|-$/g, ''), digits: Number(rule.match(SERIAL)![1]) }
}
