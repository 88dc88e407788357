import { findParentNode } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Plugin, Selection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name) ?? 1),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
})
const styled = (property: 'width' | 'background-color') => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${property}`),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[property] ? { style: `${property}: ${attributes[property]}` } : {},
})
const cellAttributes = {
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  // Columns are as wide as what stands in them; the library asks for it.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
  width: styled('width'),
  'background-color': styled('background-color'),
}

const Cell = TableCell.extend({ addAttributes: () => cellAttributes })
const HeadCell = TableHeader.extend({ addAttributes: () => ({ ...cellAttributes, scope: { default: null } }) })

/** Scrolls horizontally on narrow pages. Tab moves between cells, and leaves the table after the last. */
const Tables = Table.extend({
  addNodeView: () => null,
  renderHTML: () => ['div', { class: 'scroll' }, ['table', ['tbody', 0]]],
  addKeyboardShortcuts() {
    return {
      Tab: () => this.editor.commands.goToNextCell(),
      'Shift-Tab': () => this.editor.commands.goToPreviousCell(),
      Escape: () => this.editor.commands.leaveTable(),
    }
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), new Plugin({ props: { handleKeyDown: stayAtEdge } })]
  },
  addCommands() {
    return {
      ...this.parent?.(),
      /** Moves the cursor to the line below the table, creating it if needed. */
      leaveTable:
        () =>
        ({ tr, state, dispatch }) => {
          const table = findParentNode(({ type }) => type === this.type)(state.selection)
          if (!table) return false
          const end = table.pos + table.node.nodeSize
          if (!dispatch) return true
          if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, state.schema.nodes.paragraph!.create())
          tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView()
          return true
        },
    }
  },
})

/** Selected cells stay selected where there is no further one. */
const stayAtEdge = ({ state }: EditorView, { shiftKey, key }: KeyboardEvent) =>
  shiftKey && key.startsWith('Arrow') && state.selection instanceof CellSelection

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    tables: { leaveTable: () => ReturnType }
  }
}

export const tables = [Tables, TableRow, Cell, HeadCell]
