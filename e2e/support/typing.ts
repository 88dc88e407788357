import type { Locator } from '@playwright/test'

/**
 * Types a word with an input method and ends it by a key. Safari ends the composition first, and marks the key by its code
 * alone; the others mark it as a part of the composition.
 */
export async function endWord(field: Locator, word: string, { browser, key = 'Enter' }: Ending) {
  await field.focus()
  await field.evaluate(
    (input: HTMLInputElement, { word, browser, key }) => {
      const send = (type: string, data: string) =>
        input.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }))
      const press = (isComposing: boolean) =>
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, keyCode: 229, isComposing, bubbles: true, cancelable: true }),
        )
      send('compositionstart', '')
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      value.set!.call(input, word)
      input.dispatchEvent(new InputEvent('input', { data: word, bubbles: true, isComposing: true }))
      if (browser === 'Safari') {
        send('compositionend', word)
        press(false)
      } else {
        press(true)
        send('compositionend', word)
      }
    },
    { word, browser, key },
  )
}

export const browsers = ['Safari', 'Chrome'] as const
type Ending = { browser: (typeof browsers)[number]; key?: 'Enter' | 'Escape' }
