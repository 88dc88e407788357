import { invalid } from '#lib/error.ts'
import type { SiteRule } from '../ruleShape.ts'
import { fitsPath, linesOf, type Part, parts } from '../rules.ts'
import { type Element, everyElement, innerHtml, isWithin, type Page, readPage, remove, textOf } from './html.ts'
import { momentIn } from './moments.ts'
import { readSelector, type Selector, SelectorError, select } from './selectors.ts'

/** A rule whose selectors have been read. */
export type ReadRule = {
  rule: SiteRule
  selectors: Record<Part | 'has', Selector | undefined>
  leaveOut: Selector[]
}

const selectorNames = ['has', 'title', 'date', 'body', 'source', 'author', 'column'] as const

/** Throws where a selector cannot be understood: all of them at once, each at its field. */
export function readRules(rules: readonly SiteRule[]): ReadRule[] {
  const fields: Record<string, string> = {}
  const read = (typed: string, field: string): Selector | undefined => {
    if (typed === '') return
    try {
      return readSelector(typed)
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error
      fields[field] = `选择器写法不对：${error.message}`
    }
  }
  const all = rules.map((rule, i) => ({
    rule,
    selectors: Object.fromEntries(
      selectorNames.map(name => [name, read(rule[name], `rules.${i}.${name}`)]),
    ) as ReadRule['selectors'],
    leaveOut: linesOf(rule.leaveOut)
      .map(line => read(line, `rules.${i}.leaveOut`))
      .filter(selector => selector !== undefined),
  }))
  if (Object.keys(fields).length > 0) throw invalid(Object.values(fields).join('；'), fields)
  return all
}

/** Index of the rule that matches the page; -1: none. */
export const ruleFor = (rules: readonly ReadRule[], path: string, page: Page): number =>
  rules.findIndex(
    ({ rule, selectors }) => fitsPath(path, rule.paths) && (!selectors.has || select(page, selectors.has).length > 0),
  )

export type ExtractedParts = {
  title: string
  date: Date | undefined
  /** Below which address the page's own links lie, where it says so. */
  base: string
  /** Text found where the date was expected. */
  dateText: string
  body: Element | undefined
  source: string
  author: string
  column: string
}

/** Extracts the parts of the page. Removes `leaveOut` elements, and a title inside the body, from the tree. */
export function extractParts(page: Page, { selectors, leaveOut }: ReadRule): ExtractedParts {
  const all = (part: Part) => (selectors[part] ? select(page, selectors[part]) : [])
  const [titles, dates] = [all('title'), all('date')]
  const title = titles.find(element => textOf(element) !== '')
  const dated = dates.find(element => momentIn(textOf(element))) ?? dates[0]
  const body = all('body')[0]
  const said = (part: 'source' | 'author', label: RegExp) => {
    const found = all(part)[0]
    return found ? valueAfterLabel(textOf(found), label) : ''
  }
  const taken = {
    body,
    title: title ? titleOf(title) : '',
    date: dated && momentIn(textOf(dated)),
    dateText: dated ? textOf(dated).slice(0, 100) : '',
    source: said('source', /(?:信息|文章)?(?:来源|出处|稿源)/).slice(0, 50),
    author: said('author', /作者|撰稿人?|编辑|发布人/).slice(0, 50),
    base: everyElement(page).find(({ name }) => name === 'base')?.attribs.href ?? '',
    column: all('column').map(textOf).join(' ').slice(0, 200),
  }
  if (body) {
    for (const selector of leaveOut) for (const element of select(body, selector)) remove(element)
    if (title && title !== body && isWithin(title, body)) remove(title)
    if (dated && dated !== body && isWithin(dated, body) && isAboutPage(textOf(dated))) remove(dated)
  }
  return taken
}

/** The line below a title, and not a date at the end of the text. */
const isAboutPage = (line: string) =>
  line.length < 150 && /发布|时间|日期|来源|点击|浏览|阅读|作者|次数|\d:\d\d/.test(line)

/** Strips the name of the site from a `<title>`. */
function titleOf(element: Element): string {
  const text = textOf(element)
  if (element.name !== 'title') return text
  const cut = text.replace(/\s*[-_|—–·]+\s*[^-_|—–·]*$/, '').trim()
  return cut.length >= 4 ? cut : text
}

/** Value after a label such as `来源：`; without any label the line itself is the value. */
function valueAfterLabel(line: string, label: RegExp): string {
  const found = line.match(new RegExp(`(?:${label.source})\\s*[:：]\\s*([^\\s　|｜]+)`))
  if (found) return found[1]!
  return /[:：]/.test(line) || momentIn(line) ? '' : line
}

/** Describes the missing parts of an article in a sentence; empty if it is complete. */
export function describeMissingParts({ title, date, dateText, body }: ExtractedParts): string {
  const lacks = [
    ...(title === '' ? [parts.title] : []),
    ...(date ? [] : [parts.date]),
    ...(body && !isEmptyBody(body) ? [] : [parts.body]),
  ]
  if (lacks.length === 0) return ''
  const said = !date && dateText ? `（日期处写的是“${dateText.slice(0, 30)}”）` : ''
  return `找不到${lacks.join('、')}${said}`
}

/** Returns whether the body has neither text nor pictures. */
const isEmptyBody = (body: Element) => textOf(body) === '' && !/<img\b/i.test(innerHtml(body))

/** The page as a tree; says why not. */
export function openPage(html: string): Page | { fault: string } {
  if (html === '') return { fault: 'ZIP 文件中没有这个网址的页面，或页面无法读取' }
  return readPage(html) ?? { fault: '页面的标签过多，无法读取' }
}
