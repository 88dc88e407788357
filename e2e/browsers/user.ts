import { expect, isHydrated } from '../support/test.ts'
import { type Driver, TIMEOUT } from './driver.ts'

/** Elements by a selector, and by their name as it is read out. */
export type Target = { css: string; name?: string | RegExp }

export const button = (name: string | RegExp, within = '') => ({ css: `${within} :is(button, [role=button])`, name })
export const link = (name: string | RegExp, within = '') => ({ css: `${within} a[href]`, name })
export const field = (name: string | RegExp, within = 'main') => ({
  css: `${within} :is(input, textarea, select, [role=textbox])`,
  name,
})
export const heading = (name?: string | RegExp) => ({ css: 'h1', name })
/** A choice is pressed on its words, since its own box may be drawn by the style. */
export const choice = (name: string | RegExp) => ({ css: 'main label', name })

export const eventually = (check: () => Promise<void>) => expect(check).toPass({ timeout: TIMEOUT })

/** Runs in the page: finds visible elements. */
function find({ css, name }: { css: string; name: string }): HTMLElement[] {
  const textOf = (element: Element | null) => element?.textContent ?? ''
  const nameOf = (element: HTMLElement & { labels?: NodeListOf<HTMLElement> }) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = ids.length > 0 ? ids.map(id => document.getElementById(id)) : [...(element.labels ?? [])]
    return element.getAttribute('aria-label') ?? (labels.map(textOf).join(' ') || textOf(element))
  }
  return [...document.querySelectorAll<HTMLElement>(css)].filter(
    element =>
      element.checkVisibility({ visibilityProperty: true }) && new RegExp(name, 'u').test(nameOf(element).trim()),
  )
}

/** Runs in the page: the middle of an element that stands still, is enabled and is not covered. */
async function placeToPress([element]: HTMLElement[]) {
  if (!element) throw new Error('not there')
  if (element.matches(':disabled')) throw new Error('disabled')
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  // Of the component library: a dialog that opens stands still for its first frames, and then moves its buttons.
  if (element.closest('[class*="-appear"], [class*="-enter"]')) throw new Error('opening')
  const before = element.getBoundingClientRect()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const after = element.getBoundingClientRect()
  if (before.x !== after.x || before.y !== after.y) throw new Error('moving')
  const [{ left, top, width, height }] = element.getClientRects() as unknown as [DOMRect]
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(element.contains(hit) || hit.contains(element))) throw new Error(`covered by ${hit?.outerHTML}`)
  return { x, y }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })
const CONTROL = '\uE009'
export const ENTER = '\uE007'
export const ESCAPE = '\uE00C'
export const DOWN = '\uE015'

/** What a person does and sees in a browser. Everything waits for its condition. */
export function userOf(driver: Driver, site: string) {
  const inPage = <T, A extends unknown[]>(
    { css, name = '' }: Target,
    look: (found: HTMLElement[], ...args: A) => T,
    ...args: A
  ): Promise<Awaited<T>> => {
    const pattern = typeof name === 'string' ? name && `^${RegExp.escape(name)}$` : name.source
    return driver.call(`(target, ...args) => (${look})((${find})(target), ...args)`, { css, name: pattern }, ...args)
  }
  const run = <T, A extends unknown[]>(look: (...args: A) => T, ...args: A) =>
    driver.call<Awaited<T>>(`${look}`, ...args)
  const byKeys = (actions: object[]) => driver.act({ type: 'key', id: 'keyboard', actions })
  const strike = (...keys: string[]) => byKeys(keys.flatMap(value => [down(value), up(value)]))
  const press = async (target: Target) => {
    let place = { x: 0, y: 0 }
    await eventually(async () => {
      place = await inPage(target, placeToPress)
    })
    const actions = [
      { type: 'pointerMove', ...place },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
  }
  const isLive = () => eventually(async () => expect(await run(isHydrated)).toBe(true))
  return {
    resize: driver.resize,
    chooseFiles: driver.chooseFiles,
    run,
    visit: async (path: string) => {
      // Marks the page that is left, so that nobody takes it for the new one.
      await run(() => document.documentElement.setAttribute('data-left', ''))
      await driver.open(site + path)
      await eventually(async () => {
        const hasCome = () => document.readyState === 'complete' && !document.documentElement.hasAttribute('data-left')
        expect(await run(hasCome)).toBe(true)
      })
      await isLive()
    },
    press,
    focus: (target: Target) => eventually(() => inPage(target, found => found[0]!.focus())),
    /** Strikes keys. They press no button in Firefox, whose window without a screen never becomes the active one. */
    strike,
    /** Strikes a key while Control is held. */
    control: (key: string) => byKeys([down(CONTROL), down(key), up(key), up(CONTROL)]),
    /** Presses a field and types into it. */
    type: async (target: Target, text: string) => {
      await press(target)
      await strike(...text)
    },
    valueOf: (target: Target) => inPage(target, ([first]) => (first as HTMLInputElement).value),
    sees: (target: Target, text: string | RegExp = '') =>
      eventually(async () => {
        const words = await inPage(target, found => found.map(({ textContent }) => textContent))
        const pattern = typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text
        expect(words).toContainEqual(expect.stringMatching(pattern))
      }),
    /** Waits until nothing of it is seen any more. */
    seesNo: (target: Target) => eventually(async () => expect(await inPage(target, found => found.length)).toBe(0)),
    isFocused: (target: Target) =>
      eventually(async () => expect(await inPage(target, ([first]) => first === document.activeElement)).toBe(true)),
    /** Waits until the page of this address is there and live. */
    isAt: async (path: string | RegExp) => {
      await eventually(async () => {
        const pattern = typeof path === 'string' ? new RegExp(`^${RegExp.escape(path)}$`) : path
        expect(await run(() => location.pathname + location.search)).toMatch(pattern)
      })
      await isLive()
    },
  }
}
export type User = ReturnType<typeof userOf>
