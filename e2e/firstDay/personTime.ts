import type { BrowserContext } from '@playwright/test'

/**
 * Seconds of a person’s acts by the keystroke-level model (Card, Moran and Newell, Communications of the ACM 23 (7), 1980):
 * to think what to do, to point at something, to press, to reach from the mouse to the keyboard.
 */
const [THINK, POINT, PRESS, REACH] = [1.35, 1.1, 0.2, 0.4]
/** Seconds for a character by an input method: 60 in a minute, as somebody types who does not do it for a living. */
const CHARACTER = 1
/** Seconds to choose a file in the dialog of the system. */
const CHOOSE_FILE = 15
/** Seconds to read a screen that one has not seen before. */
const READ = 20

type Did = { kind: 'press' | 'key' | 'file' | 'typed' | 'screen'; characters?: number; path?: string }

/** How long a person would take for what a script does without thinking or typing, in seconds. */
export async function measurePersonTime(context: BrowserContext) {
  let [acts, seconds] = [0, 0]
  const seen = new Set<string>()
  await context.exposeBinding('personDid', (_, { kind, characters = 0, path = '' }: Did) => {
    if (kind === 'screen') {
      if (!seen.has(path)) seconds += READ
      seen.add(path)
      return
    }
    if (kind !== 'typed') acts++
    if (kind === 'press') seconds += THINK + POINT + PRESS
    if (kind === 'key') seconds += THINK + PRESS
    if (kind === 'file') seconds += CHOOSE_FILE
    if (kind === 'typed') seconds += REACH + characters * CHARACTER
  })
  await context.addInitScript(watch)
  return { taken: () => ({ acts, seconds }) }
}

/** Runs in the page. */
function watch() {
  const did = (of: Did) => (window as unknown as { personDid: (of: Did) => void }).personDid(of)
  const lengths = new WeakMap<object, number>()
  addEventListener('pointerdown', () => did({ kind: 'press' }), true)
  addEventListener('keydown', ({ key }) => key.length > 1 && did({ kind: 'key' }), true)
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'file') return did({ kind: 'file' })
      const isTyped = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      const { length } = isTyped ? target.value : ((target as HTMLElement).textContent ?? '')
      did({ kind: 'typed', characters: Math.max(0, length - (lengths.get(target!) ?? 0)) })
      lengths.set(target!, length)
    },
    true,
  )
  let path = ''
  setInterval(() => {
    if (location.pathname === path) return
    path = location.pathname
    did({ kind: 'screen', path })
  }, 100)
}
