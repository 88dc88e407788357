import { findParentNode } from '@tiptap/core'
import { AllSelection, type EditorState, Selection } from '@tiptap/pm/state'

export type Formats = Record<string, unknown>

export const LISTS: Record<string, string> = { orderedList: 'ordered', bulletList: 'bullet' }

export function formatsOf(state: EditorState): Formats {
  const lines = linesIn(state)
  // The whole document lies in no list or quote, its words may.
  const selection = state.selection instanceof AllSelection ? Selection.atStart(state.doc) : state.selection
  return {
    ...commonFormats(marksIn(state)),
    ...commonFormats(
      lines.map(({ type, attrs }) => ({
        header: attrs.level,
        'code-block': type.name === 'codeBlock' || undefined,
        align: attrs.align ?? undefined,
        direction: attrs.direction ?? undefined,
      })),
    ),
    blockquote: findParentNode(({ type }) => type.name === 'blockquote')(selection) !== undefined,
    list: LISTS[findParentNode(({ type }) => type.name in LISTS)(selection)?.node.type.name ?? ''],
  }
}

function commonFormats(all: Formats[]): Formats {
  const [first = {}, ...others] = all
  return Object.fromEntries(Object.entries(first).filter(([name, value]) => others.every(one => one[name] === value)))
}

function linesIn({ doc, selection }: EditorState) {
  return selection.ranges.flatMap(({ $from, $to }) => {
    const found: (typeof doc)[] = []
    doc.nodesBetween($from.pos, $to.pos, node => {
      if (node.isTextblock) found.push(node)
    })
    return found
  })
}

function marksIn({ doc, selection, storedMarks }: EditorState): Formats[] {
  const said = (marks: readonly { type: { name: string }; attrs: Formats }[]) =>
    Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs.value ?? attrs.href ?? true]))
  if (selection.empty) return [said(storedMarks ?? selection.$head.marks())]
  const found: Formats[] = []
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, node => {
      if (node.isText) found.push(said(node.marks))
    })
  return found
}
