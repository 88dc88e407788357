import postcss, { type ChildNode } from 'postcss'

/** A rule with what its selectors want, or a group of rules behind a condition. */
export type Rule = { selectors: Selector[]; body: string } | { condition: string; rules: Rule[] } | { whole: string }
type Selector = { text: string; classes: string[]; attributes: string[]; isOfAct: boolean; isOfReader: boolean }

/**
 * Classes and attributes in a page. Without `attributes`, any attribute and any user action may occur. `forReader`: the
 * page is sent in large type or high contrast.
 */
export type PageMarkup = { classes: ReadonlySet<string>; attributes?: ReadonlySet<string>; forReader: boolean }

/**
 * Keeps the rules that can match in a page: drops selectors that need classes or attributes that are absent, and print
 * rules, which are in the style file.
 */
export function usedStyles(rules: Rule[], standing?: PageMarkup): string {
  return rules.map(rule => write(rule, standing)).join('')
}

const CLASS = ' class="'

export function classesIn(html: string): Set<string> {
  const lists = new Set<string>()
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, at + 1)) {
    const begin = at + CLASS.length
    lists.add(html.slice(begin, html.indexOf('"', begin)))
  }
  return new Set([...lists].flatMap(names => names.split(/\s+/)))
}

export function attributesIn(html: string): Set<string> {
  const words = new Set<string>()
  for (let at = html.indexOf('="'); at >= 0; at = html.indexOf('="', at + 1))
    words.add(html.slice(html.lastIndexOf(' ', at) + 1, at))
  return new Set([...words].filter(word => /^[\w-]+$/.test(word)).map(name => name.toLowerCase()))
}

/**
 * Drops custom properties that neither these styles nor the names in `named` use. Needs all styles of a page at once,
 * since one file defines what others use.
 */
export function withoutUnusedProperties(styles: string[], named: ReadonlySet<string>): string[] {
  const used = new Set(named)
  const rest = (css: string, isUsed: (name: string) => boolean) =>
    css.replace(/(--[\w-]+):[^;}]*;?/g, (declaration, name) => (isUsed(name) ? declaration : ''))
  for (const css of styles) for (const name of namesIn(rest(css, () => false))) used.add(name)
  // The properties that a used property refers to count as used.
  const made = Map.groupBy(
    styles.flatMap(css => [...css.matchAll(/(--[\w-]+):([^;}]*)/g)]),
    ([, name]) => name!,
  )
  for (const name of used)
    for (const [, , value] of made.get(name) ?? []) for (const other of namesIn(value!)) used.add(other)
  return styles.map(css => rest(css, name => used.has(name)))
}

export const namesIn = (css: string) => new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))

function write(rule: Rule, standing: PageMarkup | undefined): string {
  if ('whole' in rule) return rule.whole
  if ('condition' in rule) {
    const inside = usedStyles(rule.rules, standing)
    return inside && `${rule.condition}{${inside}}`
  }
  const used = rule.selectors.filter(selector => !standing || canMatch(selector, standing))
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${rule.body}}` : ''
}

function canMatch(
  { classes: wanted, attributes: named, isOfAct, isOfReader }: Selector,
  { classes, attributes, forReader }: PageMarkup,
): boolean {
  if (isOfReader && !forReader) return false
  if (!wanted.every(name => classes.has(name))) return false
  return !attributes || (!isOfAct && named.every(name => attributes.has(name)))
}

/** Parses a style file as the build wrote it. */
export const readRules = (css: string): Rule[] => postcss.parse(css).nodes.flatMap(ruleOf)

function ruleOf(node: ChildNode): Rule[] {
  if (node.type === 'rule') return [{ selectors: node.selectors.map(selectorOf), body: node.nodes.join(';') }]
  if (node.type !== 'atrule') return []
  const { name, params, nodes } = node
  if (name === 'media' && params === 'print') return []
  if (nodes && /^(media|supports|layer|container)$/.test(name))
    return [{ condition: `@${name} ${params}`, rules: nodes.flatMap(ruleOf) }]
  return [{ whole: nodes ? String(node) : `${node};` }]
}

/**
 * Attributes of reading preferences, which the browser sets on `html` before the first paint
 * (`layouts/document/screenParts.tsx`).
 */
const READING_PREFERENCE = /^data-(elder|size|contrast)$/

/** Whether the site sends its pages with such a preference by default. */
export const isForReader = (html: string) => /<html[^>]* data-(elder|size|contrast)/.test(html)

/**
 * Ignores the content of parentheses: it is an alternative or a negation and requires nothing, unless every alternative
 * is a reading preference.
 */
function selectorOf(text: string): Selector {
  let bare = text.replace(/"[^"]*"/g, '""')
  let isOfReader = false
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(/(:is|:where|)\(([^()]*)\)/g, (_, oneOf: string, choices: string) => {
      isOfReader ||= oneOf !== '' && choices.split(',').every(choice => attributesOf(choice).some(isReadingPreference))
      return ''
    })
  }
  const plain = bare.replace(/\[[^\]]*\]/g, '')
  const attributes = attributesOf(bare)
  return {
    text,
    classes: [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => name!.replaceAll('\\', '')),
    attributes: attributes.filter(name => !isReadingPreference(name)),
    isOfAct: /:(hover|active|focus(-within|-visible)?)(?![\w-])/.test(plain),
    isOfReader: isOfReader || attributes.some(isReadingPreference),
  }
}

const attributesOf = (selector: string) => [...selector.matchAll(/\[([\w-]+)/g)].map(([, name]) => name!)
const isReadingPreference = (attribute: string) => READING_PREFERENCE.test(attribute)
