/**
 * What stands in the editor, as HTML that a page shows the same: lists that are nested as HTML nests them, code as
 * `pre`, addresses of the site instead of the browser's own copies. The server's cleaning leaves it as it is.
 */
export function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('.ql-ui, .ql-cursor, [data-pending]')) part.remove()
  for (const code of copy.querySelectorAll('.ql-code-block-container')) code.replaceWith(preOf(code))
  for (const list of copy.querySelectorAll('ol')) list.replaceWith(...nested([...list.children] as HTMLElement[]))
  for (const shown of copy.querySelectorAll<HTMLElement>('[data-url]')) shown.replaceWith(plainMedia(shown))
  for (const text of textsIn(copy)) keepSpaces(text)
  return isEmpty(copy) ? '' : copy.innerHTML.replaceAll('\ufeff', '')
}

const isEmpty = (root: HTMLElement) => !root.textContent?.trim() && !root.querySelector('img, video, hr')

function preOf(container: Element): HTMLElement {
  const pre = document.createElement('pre')
  pre.textContent = [...container.children].map(line => line.textContent).join('\n')
  return pre
}

/** The editor's list is flat: each item says its kind and how deep it is. */
function nested(items: HTMLElement[]): HTMLElement[] {
  const lists: HTMLElement[] = []
  const open: HTMLElement[] = []
  for (const item of items) {
    const tag = item.dataset.list === 'ordered' ? 'OL' : 'UL'
    const depth = Math.min(Number(item.className.match(/ql-indent-(\d)/)?.[1] ?? 0), open.length)
    open.length = Math.min(open.length, depth + 1)
    if (open[depth]?.tagName !== tag) {
      open.length = depth
      const list = document.createElement(tag)
      if (depth === 0) lists.push(list)
      else open[depth - 1]!.lastElementChild!.append(list)
      open.push(list)
    }
    item.className = item.className.replace(/ql-indent-\d/, '').trim()
    if (!item.className) item.removeAttribute('class')
    item.removeAttribute('data-list')
    open[depth]!.append(item)
  }
  return lists
}

/** With the address of the file, not of the browser's copy. */
export function plainMedia(shown: HTMLElement): HTMLElement {
  const plain = document.createElement(shown.tagName)
  plain.setAttribute('src', shown.dataset.url!)
  const alt = shown.getAttribute('alt')
  if (alt) plain.setAttribute('alt', alt)
  return plain
}

function textsIn(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found.filter(({ parentElement }) => !parentElement!.closest('pre'))
}

/** A page draws several spaces together; in the editor they are seen. */
const keepSpaces = (text: Text) => {
  text.data = text.data.replace(/^ | {2,}|\t/g, run => '\u00a0'.repeat(run === '\t' ? 2 : run.length))
}
