import { useEffect, useRef } from 'react'

/**
 * Marks the element around a table that is wider than its place (`data-wide`), and says where what follows its boxes to
 * tick begins: then the table is scrolled in a box of its own, under its headings and beside its first column.
 */
export function useWide() {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const table = around.current?.querySelector('table')
    const place = table?.parentElement
    if (!around.current || !table || !place) return
    const { dataset, style } = around.current
    const observer = new ResizeObserver(() => {
      const boxes = table.querySelector<HTMLElement>('th.ant-table-selection-column')
      style.setProperty('--boxes', `${boxes?.offsetWidth ?? 0}px`)
      if (table.offsetWidth > place.clientWidth) dataset.wide = ''
      else delete dataset.wide
    })
    observer.observe(table)
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return around
}
