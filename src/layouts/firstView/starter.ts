/**
 * Runs in the browser, in a document. Where its scripts wait, it fetches them at the first sign of life, or at once for
 * who has been here before and may be shown something of their own; a page without their address fetches them itself.
 * What is done before they are there is done again with them.
 */
function start() {
  const { of: address } = document.currentScript!.dataset
  let isAwake = !address
  let doAgain = () => {}

  function wake() {
    if (isAwake) return
    isAwake = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = address!
    script.onerror = () => {
      isAwake = false
      script.remove()
    }
    document.head.append(script)
  }

  // A browser tells where the mouse is when a page has come, though nobody has moved it.
  let place: string | undefined
  function move({ screenX, screenY }: PointerEvent) {
    const now = `${screenX} ${screenY}`
    place ??= now
    if (now !== place) wake()
  }

  function keep(event: Event) {
    const target = event.target as HTMLElement
    if (event.type === 'submit') {
      const form = target as HTMLFormElement
      const { submitter } = event as SubmitEvent
      doAgain = () => form.requestSubmit(submitter)
    } else {
      const button = target.closest('button')
      if (!button || (button.type === 'submit' && button.form)) return
      doAgain = () => button.click()
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    wake()
  }

  const filled = new Set<HTMLInputElement>()
  const note = ({ target }: Event) => void filled.add(target as HTMLInputElement)

  // Sets the field as React found it at hydration, then to its present value. Some fields are rendered again with what
  // the browser remembers.
  function tellAgain(before: HTMLInputElement) {
    const { type, value, checked, id } = before
    const field = before.isConnected ? before : (document.getElementById(id) as HTMLInputElement | null)
    if (!field) return
    if (type === 'checkbox' || type === 'radio') {
      field.checked = !checked
      field.click()
      return
    }
    if (field instanceof HTMLInputElement && type !== 'file') {
      field.value = ''
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
    }
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
  }

  // Removes all listeners at once after hydration.
  const waiting = new AbortController()
  const { signal } = waiting
  const on = { capture: true, signal }
  for (const sign of ['touchstart', 'wheel', 'scroll', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(sign, wake, { ...on, passive: true })
  addEventListener('pointermove', move, on)
  for (const act of ['click', 'submit']) addEventListener(act, keep, on)
  for (const name of ['input', 'change']) addEventListener(name, note, on)
  addEventListener(
    'hangxie:alive',
    () => {
      waiting.abort()
      filled.forEach(tellAgain)
      doAgain()
    },
    { once: true },
  )
  try {
    if (localStorage.length + sessionStorage.length > 0) setTimeout(wake)
  } catch {
    // The browser keeps nothing.
  }
}

/** Text of the script, without comments and indentation. */
export const starter = `(${start})()`
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/\s*\n\s*/g, '\n')
  .replace(/ {2,}/g, ' ')
