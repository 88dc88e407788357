/**
 * Keeps keys that belong to an input method from whoever acts on keys: the Enter that ends a word sends nothing, the Escape
 * that drops one closes nothing, arrows choose among its candidates. Browsers mark them with `isComposing`; Safari ends the
 * composition first and marks the Enter after it with the key code 229 alone (UI Events, 4.3.3 and "Legacy Key Attributes").
 * Held once, before all other listeners, for the fields of this program and those of its component library alike.
 */
export function holdImeKeys() {
  addEventListener('keydown', hold, { capture: true })
}

const IME_KEY_CODE = 229

function hold(event: KeyboardEvent) {
  if (!event.isComposing && event.keyCode !== IME_KEY_CODE) return
  // The editor of rich text follows compositions by itself, and needs every key for that.
  if (event.target instanceof HTMLElement && event.target.isContentEditable) return
  event.stopImmediatePropagation()
}
