import { Extension, Node } from '@tiptap/core'

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' })
const Words = Node.create({ name: 'text', group: 'inline' })

const Paragraph = Node.create({
  name: 'paragraph',
  // High priority makes the paragraph the default block.
  priority: 1000,
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
})

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
})

const Quote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
})

const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', 0],
  addKeyboardShortcuts() {
    const inCode = () => {
      const { empty, $from } = this.editor.state.selection
      return empty && $from.parent.type === this.type
        ? { text: $from.parent.textContent, at: $from.parentOffset }
        : null
    }
    return {
      // Leaves the code block after two empty lines.
      Enter: () => {
        const code = inCode()
        if (!code || code.at < code.text.length || !code.text.endsWith('\n\n')) return false
        const { from } = this.editor.state.selection
        return this.editor
          .chain()
          .deleteRange({ from: from - 2, to: from })
          .exitCode()
          .run()
      },
      Backspace: () => inCode()?.text === '' && this.editor.commands.setNode('paragraph'),
    }
  },
})

const Line = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
})

const Break = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    const insert = () =>
      this.editor.commands.first(({ commands }) => [
        () => commands.exitCode(),
        () => commands.insertContent({ type: this.name }),
      ])
    return { 'Shift-Enter': insert }
  },
})

const ALIGNED = /\bql-align-(center|right|justify)\b/
const INDENTED = /\bql-indent-([1-8])\b/

/** Alignment and indent of paragraphs and headings, as the classes that `Prose` knows. */
const AlignAndIndent = Extension.create({
  name: 'standing',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: ({ className, style }) =>
            ALIGNED.exec(className)?.[1] ?? /^(center|right|justify)$/.exec(style.textAlign)?.[1] ?? null,
          renderHTML: ({ align }) => (align ? { class: `ql-align-${align}` } : {}),
        },
        indent: {
          default: 0,
          parseHTML: ({ className }) => Number(INDENTED.exec(className)?.[1] ?? 0),
          renderHTML: ({ indent }) => (indent ? { class: `ql-indent-${indent}` } : {}),
        },
        direction: {
          default: null,
          parseHTML: ({ classList, dir }) => (classList.contains('ql-direction-rtl') || dir === 'rtl' ? 'rtl' : null),
          renderHTML: ({ direction }) => (direction ? { class: `ql-direction-${direction}` } : {}),
        },
        // Pages of the old site have it.
        firstLine: {
          default: null,
          parseHTML: ({ style }) => style.textIndent || null,
          renderHTML: ({ firstLine }) => (firstLine ? { style: `text-indent: ${firstLine}` } : {}),
        },
      },
    },
  ],
})

export const blocks = [Doc, Words, Paragraph, Heading, Quote, CodeBlock, Line, Break, AlignAndIndent]
