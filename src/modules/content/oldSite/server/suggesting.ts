import type { SiteRule } from '../ruleShape.ts'
import type { Part } from '../rules.ts'
import {
  classesOf,
  type Element,
  elementsOf,
  everyElement,
  isWithin,
  type Page,
  parentOf,
  textOf,
  tidy,
} from './html.ts'
import { momentIn } from './moments.ts'
import { readSelector, select } from './selectors.ts'

/** Suggestions for one part, the best first. */
const MAX_SUGGESTIONS = 5

type Suggested = Record<Part, string[]>

/** Suggests selectors for title, date, body and the other parts by comparing pages of one layout. */
export function suggest(pages: readonly Page[]): Suggested {
  const all = pages.map(everyElement)
  const windows = all.map(elements => elements.filter(({ name }) => name === 'title').map(textOf)[0] ?? '')
  const title = best(pages, all, (element, i) => titleScore(element, windows[i]!))
  const titles = pages.map(page => title[0] && select(page, readSelector(title[0]))[0])
  const body = best(pages, all, (element, i) => bodyScore(element, titles[i]))
  const bodies = pages.map(page => body[0] && select(page, readSelector(body[0]))[0])
  const date = best(pages, all, (element, i) => dateScore(element, bodies[i] || undefined))
  const labelled = (label: RegExp) => best(pages, all, element => labelScore(element, label))
  return {
    title,
    body,
    date,
    source: labelled(/来源|出处/),
    author: labelled(/作者|撰稿/),
    column: best(pages, all, columnScore),
  }
}

type Score = (element: Element, page: number) => number

/** Selectors of elements with a score, by how they do on all pages. */
function best(pages: readonly Page[], all: readonly Element[][], score: Score): string[] {
  const sums = new Map<string, number>()
  const texts = new Map<string, Set<string>>()
  for (const [i, elements] of all.entries()) {
    const seen = new Set<string>()
    const scored = elements.map(element => ({ element, points: score(element, i) })).filter(({ points }) => points > 0)
    for (const { element, points } of scored.sort((a, b) => b.points - a.points).slice(0, 12))
      for (const [place, selector] of selectorsOf(element).entries()) {
        // Counts a selector only if its first match is this element, because imports use the first match.
        if (seen.has(selector) || select(pages[i]!, readSelector(selector))[0] !== element) continue
        seen.add(selector)
        sums.set(selector, (sums.get(selector) ?? 0) + points * (1 - place * 0.01))
        texts.set(selector, (texts.get(selector) ?? new Set()).add(textOf(element).slice(0, 200)))
      }
  }
  // Text that is the same on every page belongs to the site, not to the page.
  const isOfSite = (selector: string) => pages.length > 1 && texts.get(selector)!.size === 1
  return [...sums]
    .sort(([a, x], [b, y]) => Number(isOfSite(a)) - Number(isOfSite(b)) || y - x)
    .slice(0, MAX_SUGGESTIONS)
    .map(([selector]) => selector)
}

const nameOf = ({ attribs }: Element) =>
  `${attribs.id ?? ''} ${attribs.class ?? ''} ${attribs.name ?? ''} ${attribs.itemprop ?? ''}`

function titleScore(element: Element, window: string): number {
  if (/^(html|body|head|script|style|a|li|p|td|img)$/.test(element.name) && !/title|biaoti|bt\b/i.test(nameOf(element)))
    return 0
  const text = textOf(element)
  if (text.length < 4 || text.length > 120 || isMerelyDate(text)) return 0
  const heading: Record<string, number> = {
    h1: 5,
    h2: 4,
    h3: 3,
    h4: 2,
    title: 1.5,
    meta: 0,
    b: 0.5,
    strong: 0.5,
    font: 0.5,
  }
  const hint = /title|biaoti|headline/i.test(nameOf(element)) ? 3 : 0
  const points = (heading[element.name] ?? 0) + hint
  if (points === 0) return 0
  const isSaid = window !== '' && (window.startsWith(text) || window.includes(text))
  return points + (isSaid && element.name !== 'title' ? 6 : 0)
}

/** The length of what is text and not link. */
function plainLength(element: Element): number {
  const links = everyElement(element).filter(({ name }) => name === 'a')
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0)
  return textOf(element).length - linked
}

const BLOCKS = /^(div|td|article|section|main|span|font)$/

function bodyScore(element: Element, title: Element | '' | undefined): number {
  if (!BLOCKS.test(element.name)) return 0
  const length = plainLength(element)
  if (length < 20) return 0
  const hint = /content|zoom|artic|text|neirong|body|detail|main|wz|nr\b/i.test(nameOf(element)) ? 1.5 : 1
  const mixed = title && title !== element && isWithin(title, element) ? 0.3 : 1
  const isTitle = title && isWithin(element, title) ? 0 : 1
  const pictures = everyElement(element).filter(({ name }) => name === 'img').length
  return (length + 20 * pictures) * hint * mixed * isTitle * depthOf(element)
}

/** Depth of the element, used to prefer the innermost of several around the same text. */
function depthOf(element: Element): number {
  let depth = 0
  for (let at = parentOf(element); at; at = parentOf(at)) depth++
  return 1 + depth / 100
}

function dateScore(element: Element, body: Element | undefined): number {
  if (/^(html|body|head|title|script|style|table|tbody|tr|form|center)$/.test(element.name)) return 0
  const text = textOf(element)
  if (text.length > 120 || !momentIn(text)) return 0
  const hint = /time|date|info|pub|source|riqi|shijian/i.test(nameOf(element)) ? 3 : 0
  const said = /发布|时间|日期/.test(text) ? 3 : 0
  const inBody = body && isWithin(element, body) ? -3 : 1
  const inLink = element.name === 'a' || everyElement(element).some(({ name }) => name === 'a') ? -2 : 0
  return Math.max(0, 2 + hint + said + inBody + inLink + 20 / (20 + text.length) + (element.name === 'time' ? 2 : 0))
}

function labelScore(element: Element, label: RegExp): number {
  if (/^(html|body|head|script|style|table|tbody|tr)$/.test(element.name)) return 0
  const text = textOf(element)
  return text.length < 150 && new RegExp(`(${label.source})\\s*[:：]`).test(text) ? 1 + 20 / (20 + text.length) : 0
}

function columnScore(element: Element): number {
  const text = tidy(textOf(element))
  const isWay = /(位置|首页).*[>»›→/\\-]/.test(text) && text.length < 100
  return isWay && BLOCKS.test(element.name) ? 1 + 20 / (20 + text.length) : 0
}

/** The first rule for pages of one layout; undefined where an article can hardly be found on them. */
export function suggestRule(pages: readonly Page[], about: Pick<SiteRule, 'name' | 'paths'>): SiteRule | undefined {
  const { title, date, body, source, author } = suggest(pages)
  if (!title[0] || !date[0] || !body[0]) return
  const none = { has: '', column: '', leaveOut: clutterSelectors(pages, body[0]) }
  return {
    ...about,
    ...none,
    title: title[0],
    date: date[0],
    body: body[0],
    source: source[0] ?? '',
    author: author[0] ?? '',
  }
}

const isMerelyDate = (text: string) => momentIn(text) !== undefined && /发布|时间|来源|^[\d年月日\s:./-]+$/.test(text)

const CLUTTER_NAME = /share|fenxiang|jiathis|bdshare|print|prev|next|related|pagebar|shangxia/i

/** Names within the text that old sites give to what is none of it. */
function clutterSelectors(pages: readonly Page[], body: string): string {
  const found = pages.flatMap(page => {
    const [text] = select(page, readSelector(body))
    const others = text
      ? everyElement(text).filter(element => CLUTTER_NAME.test(nameOf(element)) && textOf(element).length < 300)
      : []
    return others.flatMap(element =>
      selectorsOf(element)
        .filter(selector => /[.#]/.test(selector))
        .slice(0, 1),
    )
  })
  return [...new Set(found)].slice(0, 6).join('\n')
}

const WORD = /^[a-z\u4e00-\u9fff][\w\u4e00-\u9fff-]*$/i
/** Names with two or more digits are specific to a page, not to its layout. */
const NUMBERED_NAME = /\d{2,}/
const isName = (name: string) => WORD.test(name) && !NUMBERED_NAME.test(name)

/** Selectors that find the element on other pages of the layout, simplest first. */
function selectorsOf(element: Element): string[] {
  const own = ownSelectors(element)
  if (own.some(selector => selector !== element.name)) return own
  return [...own.filter(() => /^(h1|article|time)$/.test(element.name)), pathSelector(element)]
}

function ownSelectors({ name, attribs, ...element }: Element): string[] {
  const found: string[] = []
  if (attribs.id && isName(attribs.id)) found.push(`#${attribs.id}`)
  const [first] = classesOf({ ...element, attribs } as Element).filter(isName)
  if (first) found.push(`${name}.${first}`)
  for (const key of ['name', 'itemprop', 'property'])
    if (attribs[key] && /^(meta|span|div|time)$/.test(name)) found.push(`${name}[${key}="${attribs[key]}"]`)
  return found.length > 0 ? found : [name]
}

const MAX_PATH_DEPTH = 6

/** Selector by the path from the nearest ancestor with an id or class. */
function pathSelector(element: Element): string {
  const steps: string[] = []
  for (let at: Element | undefined = element; at && at.name !== 'html'; at = parentOf(at)) {
    const [own = at.name] = ownSelectors(at)
    if (at !== element && own !== at.name) return [own, ...steps].join(' > ')
    steps.unshift(at.name === 'body' ? 'body' : stepOf(at))
    if (at.name === 'body' || steps.length > MAX_PATH_DEPTH) break
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const { parent } = element
  const same =
    parent && 'children' in parent ? elementsOf(parent as Element).filter(({ name }) => name === element.name) : []
  return same.length > 1 ? `${element.name}:nth-of-type(${same.indexOf(element) + 1})` : element.name
}
