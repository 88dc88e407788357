/** A rule with what its selectors want, or a group of rules behind a condition. */
export type Rule = { selectors: Selector[]; body: string } | { condition: string; rules: Rule[] } | { whole: string }
type Selector = { text: string; classes: string[] }

/**
 * Of styles, those rules that can meet something in a page: a selector is left out if it wants a class that nothing there
 * has. What is for paper is left out, too: its file is there for it.
 */
export function usedStyles(rules: Rule[], classes: ReadonlySet<string>): string {
  return rules.map(rule => write(rule, classes)).join('')
}

export const classesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(/\s+/)))

function write(rule: Rule, classes: ReadonlySet<string>): string {
  if ('whole' in rule) return rule.whole
  if ('condition' in rule) {
    const inside = usedStyles(rule.rules, classes)
    return inside && `${rule.condition}{${inside}}`
  }
  const used = rule.selectors.filter(selector => selector.classes.every(name => classes.has(name)))
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${rule.body}}` : ''
}

/** Reads what the build wrote: no comments, no rules within rules except behind conditions. */
export function readStyles(css: string): Rule[] {
  const rules: Rule[] = []
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    const statement = css.indexOf(';', at)
    if (statement >= 0 && (open < 0 || statement < open)) {
      rules.push({ whole: css.slice(at, statement + 1) })
      at = statement + 1
      continue
    }
    if (open < 0) break
    const close = closing(css, open)
    rules.push(...ruleOf(css.slice(at, open).trim(), css.slice(open + 1, close)))
    at = close + 1
  }
  return rules
}

function ruleOf(head: string, body: string): Rule[] {
  if (head === '@media print') return []
  if (/^@(media|supports|layer|container)\b/.test(head)) return [{ condition: head, rules: readStyles(body) }]
  if (head.startsWith('@')) return [{ whole: `${head}{${body}}` }]
  return [{ selectors: split(head).map(text => ({ text, classes: wantedBy(text) })), body }]
}

/** What stands in brackets is one choice of several, or must not be there: it wants nothing. */
function wantedBy(selector: string): string[] {
  let plain = selector.replace(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, '')
  }
  return [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => name!.replaceAll('\\', ''))
}

function split(selectors: string): string[] {
  const parts: string[] = []
  let [depth, begin] = [0, 0]
  for (let i = 0; i < selectors.length; i++) {
    const character = selectors[i]!
    if ('(['.includes(character)) depth++
    else if (')]'.includes(character)) depth--
    else if (character === ',' && depth === 0) {
      parts.push(selectors.slice(begin, i))
      begin = i + 1
    }
  }
  return [...parts, selectors.slice(begin)]
}

function closing(css: string, open: number): number {
  let depth = 0
  for (let i = open; i < css.length; i++) {
    const character = css[i]
    if (character === '"' || character === "'") i = css.indexOf(character, i + 1)
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return i
  }
  return css.length
}
