import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Fits a table into its place: marks the element around it where not every column can keep its lines whole
 * (`data-tight`), and where the table is wider all the same (`data-wide`). Then it is scrolled in a box of its own, under
 * its headings and beside its first column, which begins where its boxes to tick end.
 */
export function useWide() {
  const around = useRef<HTMLDivElement>(null)
  // After every render, because other rows have other widths.
  useLayoutEffect(() => fitTable(around.current))
  useEffect(() => {
    const table = around.current?.querySelector('table')
    if (!table?.parentElement) return
    const observer = new ResizeObserver(() => fitTable(around.current))
    observer.observe(table)
    observer.observe(table.parentElement)
    return () => observer.disconnect()
  }, [])
  return around
}

function fitTable(around: HTMLElement | null): void {
  const table = around?.querySelector('table')
  const place = table?.parentElement
  if (!around || !table || !place) return
  const { dataset, style } = around
  const isWider = () => table.offsetWidth > place.clientWidth
  // Measured with whole lines first: a tight table fits, and says nothing of the room that it would need.
  delete dataset.tight
  if (isWider()) dataset.tight = ''
  const boxes = table.querySelector<HTMLElement>('th.ant-table-selection-column')
  style.setProperty('--boxes', `${boxes?.offsetWidth ?? 0}px`)
  if (isWider()) dataset.wide = ''
  else delete dataset.wide
  // A box that scrolls is reached by key.
  if ('wide' in dataset && !table.querySelector('a[href], button, input')) place.tabIndex = 0
  else place.removeAttribute('tabindex')
}
