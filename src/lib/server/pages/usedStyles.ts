import postcss, { type ChildNode } from 'postcss'

/** A rule with what its selectors want, or a group of rules behind a condition. */
export type Rule = { selectors: Selector[]; body: string } | { condition: string; rules: Rule[] } | { whole: string }
type Selector = { text: string; classes: string[] }

/**
 * Of styles, those rules that can meet something in a page: a selector is left out if it wants a class that is none of
 * `classes`, where these are given. What is for paper is left out, too: its file is there for it.
 */
export function usedStyles(rules: Rule[], classes?: ReadonlySet<string>): string {
  return rules.map(rule => write(rule, classes)).join('')
}

export const classesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(/\s+/)))

function write(rule: Rule, classes: ReadonlySet<string> | undefined): string {
  if ('whole' in rule) return rule.whole
  if ('condition' in rule) {
    const inside = usedStyles(rule.rules, classes)
    return inside && `${rule.condition}{${inside}}`
  }
  const used = rule.selectors.filter(selector => !classes || selector.classes.every(name => classes.has(name)))
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${rule.body}}` : ''
}

/** Of a file of styles as the build wrote it. */
export const readRules = (css: string): Rule[] => postcss.parse(css).nodes.flatMap(ruleOf)

function ruleOf(node: ChildNode): Rule[] {
  if (node.type === 'rule') {
    const selectors = node.selectors.map(text => ({ text, classes: wantedBy(text) }))
    return [{ selectors, body: node.nodes.join(';') }]
  }
  if (node.type !== 'atrule') return []
  const { name, params, nodes } = node
  if (name === 'media' && params === 'print') return []
  if (nodes && /^(media|supports|layer|container)$/.test(name))
    return [{ condition: `@${name} ${params}`, rules: nodes.flatMap(ruleOf) }]
  return [{ whole: nodes ? String(node) : `${node};` }]
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
