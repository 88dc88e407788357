import { Extension } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { blocks } from './blocks.ts'
import { lists } from './lists.ts'
import { marks } from './marks.ts'
import { media } from './media.ts'
import { tables } from './tables.ts'

const Working = Extension.create({
  name: 'working',
  addProseMirrorPlugins: () => [history(), dropCursor({ color: 'currentColor' }), gapCursor()],
  addKeyboardShortcuts() {
    const { editor } = this
    const back = () => undo(editor.state, editor.view.dispatch)
    const again = () => redo(editor.state, editor.view.dispatch)
    return { 'Mod-z': back, 'Shift-Mod-z': again, 'Mod-y': again }
  },
})

/** What a text may be made of (docs/decisions/rich-text.md), and how it is worked on. */
export const extensions = [...blocks, ...lists, ...marks, ...media, ...tables, Working]
