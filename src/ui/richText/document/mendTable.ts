/** A cell in the grid of its table: where it begins, and how far it reaches. */
type Placed = { cell: HTMLTableCellElement; row: number; column: number; rows: number; columns: number }

/** Maximum span of a cell, also the server's limit. */
const MAX_SPAN = 99

/**
 * Makes a table of rows and columns that no cell leaves: a hole gets an empty cell; rows and columns in which no cell
 * begins go, and the cells that reached over them reach less far; the cells of its head are heading cells.
 */
export function mendTable(table: HTMLTableElement) {
  const rows = [...table.rows]
  for (const cell of table.querySelectorAll<HTMLTableCellElement>(':scope > thead > tr > td')) renamed(cell, 'th')
  const { placed, taken } = place(rows)
  if (placed.length === 0) return table.remove()
  const rowsKept = starts(placed.map(({ row }) => row))
  const columnsKept = starts(placed.map(({ column }) => column))
  for (const one of placed) {
    setSpan(one.cell, 'rowspan', within(rowsKept, one.row, one.rows))
    setSpan(one.cell, 'colspan', within(columnsKept, one.column, one.columns))
  }
  for (const [i, row] of rows.entries())
    if (!rowsKept.includes(i)) row.remove()
    else {
      const holes = columnsKept.filter(column => !taken[i]![column]).map(column => emptyCell(row, column))
      const own = placed.filter(one => one.row === i)
      row.replaceChildren(...[...own, ...holes].sort((a, b) => a.column - b.column).map(({ cell }) => cell))
    }
}

/**
 * Places the cells as browsers do, row by row into the first free place; a cell that would cover another or leave its
 * section is shortened.
 */
function place(rows: HTMLTableRowElement[]): { placed: Placed[]; taken: boolean[][] } {
  const taken: boolean[][] = rows.map(() => [])
  const placed = rows.flatMap((row, i) => {
    const rest = rows.slice(i).filter(({ parentElement }) => parentElement === row.parentElement).length
    return [...row.cells].map(cell => {
      let column = 0
      while (taken[i]![column]) column++
      const asked = { rows: spanOf(cell, 'rowspan') || rest, columns: spanOf(cell, 'colspan') || 1 }
      const reach = { rows: Math.min(asked.rows, rest, MAX_SPAN), columns: 1 }
      while (reach.columns < Math.min(asked.columns, MAX_SPAN) && !taken[i]![column + reach.columns]) reach.columns++
      for (let r = i; r < i + reach.rows; r++) for (let c = column; c < column + reach.columns; c++) taken[r]![c] = true
      return { cell, row: i, column, ...reach }
    })
  })
  return { placed, taken }
}

/** 0: as far as its section goes. */
function spanOf(cell: Element, name: string): number {
  const said = Number.parseInt(cell.getAttribute(name) ?? '', 10)
  return said >= 0 ? said : 1
}

const starts = (all: number[]) => [...new Set(all)].sort((a, b) => a - b)
const within = (kept: number[], from: number, length: number) =>
  kept.filter(one => one >= from && one < from + length).length

function setSpan(cell: Element, name: string, span: number) {
  if (span > 1) cell.setAttribute(name, String(span))
  else cell.removeAttribute(name)
}

const emptyCell = (row: HTMLTableRowElement, column: number) => ({
  cell: row.ownerDocument.createElement(row.parentElement?.tagName === 'THEAD' ? 'th' : 'td'),
  column,
})

/** The same element by another name. */
export function renamed(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag)
  for (const { name, value } of element.attributes) other.setAttribute(name, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}
