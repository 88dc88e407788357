import { classesOf, type Element, elementsOf, parentOf } from './html.ts'

const WORD = /^[a-z\u4e00-\u9fff][\w\u4e00-\u9fff-]*$/i
/** Of one page, not of its layout. */
const COUNTED = /\d{2,}/
const isName = (name: string) => WORD.test(name) && !COUNTED.test(name)

/** How an element can be found again on other pages of the same layout, the plainest way first. */
export function selectorsOf(element: Element): string[] {
  const own = ownSelectors(element)
  if (own.some(selector => selector !== element.name)) return own
  return [...own.filter(() => /^(h1|article|time)$/.test(element.name)), placed(element)]
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

const DEEPEST = 6

/** By the way to it from the nearest element that has a name. */
function placed(element: Element): string {
  const steps: string[] = []
  for (let at: Element | undefined = element; at && at.name !== 'html'; at = parentOf(at)) {
    const [own = at.name] = ownSelectors(at)
    if (at !== element && own !== at.name) return [own, ...steps].join(' > ')
    steps.unshift(at.name === 'body' ? 'body' : stepOf(at))
    if (at.name === 'body' || steps.length > DEEPEST) break
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const { parent } = element
  const same =
    parent && 'children' in parent ? elementsOf(parent as Element).filter(({ name }) => name === element.name) : []
  return same.length > 1 ? `${element.name}:nth-of-type(${same.indexOf(element) + 1})` : element.name
}
