/** An item of a list that does not say by its place how deep it is. */
type FlatItem = { item: HTMLElement; tag: 'OL' | 'UL'; depth: number }

const DEPTH = /\bql-indent-(\d)\b/
const depthOf = ({ className }: Element) => Number(DEPTH.exec(className)?.[1] ?? 0)

/** Lists as the editor of long ago stored them, flat: each item says its kind and how deep it is. */
export function nestLists(body: HTMLElement) {
  for (const list of body.querySelectorAll('ol, ul')) {
    const flat = [...list.children].some(item => item.hasAttribute('data-list') || depthOf(item) > 0)
    if (!flat || !list.isConnected) continue
    const run = [list]
    while (isList(run.at(-1)!.nextElementSibling)) run.push(run.at(-1)!.nextElementSibling!)
    const items = run.flatMap(({ tagName, children }) =>
      [...children].map(item => flatItem(item as HTMLElement, tagName)),
    )
    list.before(...nested(items))
    for (const one of run) one.remove()
  }
}

const isList = (element: Element | null) => element !== null && /^[OU]L$/.test(element.tagName)

function flatItem(item: HTMLElement, listTag: string): FlatItem {
  const depth = depthOf(item)
  const said = item.dataset.list ?? (listTag === 'OL' ? 'ordered' : 'bullet')
  item.className = item.className.replace(DEPTH, '').trim()
  item.removeAttribute('data-list')
  return { item, tag: said === 'ordered' ? 'OL' : 'UL', depth }
}

/** Lists within lists, as HTML has them. */
function nested(items: FlatItem[]): HTMLElement[] {
  const lists: HTMLElement[] = []
  const open: HTMLElement[] = []
  for (const { item, tag, ...asked } of items) {
    const depth = Math.min(asked.depth, open.length)
    open.length = Math.min(open.length, depth + 1)
    if (open[depth]?.tagName !== tag) {
      open.length = depth
      const list = item.ownerDocument.createElement(tag)
      if (depth === 0) lists.push(list)
      else open[depth - 1]!.lastElementChild!.append(list)
      open.push(list)
    }
    open[depth]!.append(item)
  }
  return lists
}
