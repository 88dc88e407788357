import './prose.css'
import './formats.css'
import './richText.css'
import { Button, Input } from 'antd'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { RichEditor } from './editor.ts'
import type { MarkedWord } from './markedWords.ts'
import { TablePanel } from './TablePanel.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { Command } from './tools.ts'
import { type OpenPanel, useEditor } from './useEditor.ts'
import { type FetchPicture, useFiles } from './useFiles.ts'

type Props = {
  id: string
  label: string
  /** HTML, as `Prose` shows it. */
  value: string
  onChange: (html: string) => void
  placeholder?: string
  /** Maximum length of the HTML in characters. */
  limit?: number
  readOnly?: boolean
  /** Takes over the pictures of other sites that a pasted text shows; without it they stay outside. */
  fetchPicture?: FetchPicture
  /** Words to be seen where they stand. */
  marks?: readonly MarkedWord[]
  /** Lets the screen find and replace words. */
  words?: RefObject<Pick<RichEditor, 'findWord' | 'replaceWord' | 'insertHtml'> | null>
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

/** The one editor for texts with headings, lists, pictures and films. It writes what `Prose` shows. */
export function RichText({
  id,
  label,
  value,
  onChange,
  placeholder = '',
  limit = 200_000,
  readOnly = false,
  fetchPicture,
  marks,
  words,
  ...described
}: Props) {
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [said, say] = useState('')
  const [asking, ask] = useState<OpenPanel>(null)
  const files = useFiles(say, fetchPicture)
  const { editor, formats, table, characters } = useEditor(place, {
    value,
    onChange,
    label,
    placeholder,
    readOnly,
    add: files.add,
    take: files.take,
    mayFetch: fetchPicture !== undefined,
    ask,
  })

  useEffect(() => editor?.markWords(marks ?? []), [editor, marks])
  useEffect(() => {
    if (words) words.current = editor
  }, [words, editor])

  // The toolbar refers to the id from the same commit on.
  useLayoutEffect(() => {
    const root = editor?.root
    if (!root) return
    const said = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-readonly': String(readOnly),
    }
    for (const [name, text] of Object.entries(said)) root.setAttribute(name, text)
    root.setAttribute('aria-describedby', [hint, described['aria-describedby']].filter(Boolean).join(' '))
    root.toggleAttribute('aria-invalid', described['aria-invalid'] === true)
    root.tabIndex = 0
  }, [editor, id, hint, readOnly, described['aria-describedby'], described['aria-invalid']])

  const run = (command: Command['run']) => {
    if (command === 'link' || command === 'table') return ask(command)
    if (command === 'image' || command === 'video') {
      picker.current!.accept = command === 'video' ? 'video/mp4' : 'image/png,image/jpeg,image/webp,image/gif'
      return picker.current!.click()
    }
    if (command === 'indent' || command === 'outdent') editor?.indent(command === 'indent' ? 1 : -1)
    else editor?.[command]()
  }
  const keys = (event: KeyboardEvent) => {
    // Keeps an Escape that left a table from closing the dialog.
    if (event.key === 'Escape' && event.isDefaultPrevented()) event.stopPropagation()
    if (event.key !== 'F10' || !event.altKey) return
    event.preventDefault()
    bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  const done = (change?: () => void) => {
    ask(null)
    editor?.focus()
    change?.()
  }
  const tooLong = value.length > limit
  return (
    <div
      className="rich-text"
      data-invalid={described['aria-invalid'] || tooLong || undefined}
      data-readonly={readOnly || undefined}
    >
      {!readOnly && (
        <Toolbar
          bar={bar}
          formats={formats}
          table={table}
          controls={editor ? id : undefined}
          onFormat={(format, of) => editor?.format(format, of)}
          onCommand={run}
          onTable={change => editor?.changeTable(change)}
        />
      )}
      {asking === 'link' && (
        <Panel
          label="链接地址"
          hint="https://"
          start={typeof formats.link === 'string' ? formats.link : ''}
          check={text =>
            LINK.test(text) ? undefined : '链接应以 https://、http://、mailto:、tel: 开头，或为本站地址（以 / 开头）'
          }
          onDone={text => done(() => editor?.link(text))}
          onRemove={formats.link ? () => done(() => editor?.unlink()) : undefined}
          onCancel={() => done()}
        />
      )}
      {asking === 'table' && (
        <TablePanel onDone={size => done(() => editor?.insertTable(size))} onCancel={() => done()} />
      )}
      {asking && typeof asking === 'object' && (
        <Panel
          key={asking.at}
          label="图片说明"
          hint="给看不见图片的人：图上是什么"
          start={asking.alt}
          onDone={text => done(() => editor?.sayAlt(asking.at, text))}
          onCancel={() => done()}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one key that leads out of the text to its tools */}
      <div className="rich-place" onKeyDown={keys}>
        <div ref={place} />
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        onChange={event => {
          if (editor) void files.add(editor, [...event.target.files!])
          event.target.value = ''
        }}
      />
      <div className="rich-foot">
        {!readOnly && (
          <p id={hint}>
            已写 {characters} 字。
            <span className="rich-keys">
              Alt+F10 到工具栏，
              {table?.inside ? 'Tab 到下一格，Shift+方向键选中几格，Esc 离开表格。' : 'Tab 离开正文。'}
            </span>
          </p>
        )}
        <p role="status">
          {files.sending ? `正在上传 ${files.sending.name}（${files.sending.percent}%）` : said}
          {files.sending && (
            <button type="button" className="rich-cancel" onClick={files.cancel}>
              取消上传
            </button>
          )}
        </p>
        {tooLong && (
          <p role="alert" className="rich-error">
            内容连同格式超出了上限，请删减约 {Math.ceil((100 * (value.length - limit)) / value.length)}%，或去掉一些格式
          </p>
        )}
      </div>
    </div>
  )
}

const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d-]+|\/(?![/\\])[^\s\\]*)$/i

type PanelProps = {
  label: string
  hint?: string
  start: string
  check?: (text: string) => string | undefined
  onDone: (text: string) => void
  onRemove?: () => void
  onCancel: () => void
}

/** Single-line input below the toolbar: an address, or the description of a picture. */
function Panel({ label, hint, start, check, onDone, onRemove, onCancel }: PanelProps) {
  const [text, setText] = useState(start)
  const field = useId()
  const [error, setError] = useState<string>()
  const done = () => {
    const wrong = check?.(text.trim())
    if (wrong) setError(wrong)
    else onDone(text.trim())
  }
  return (
    <div className="rich-panel">
      <label htmlFor={field}>
        <span>{label}</span>
        <Input
          id={field}
          autoFocus
          value={text}
          placeholder={hint}
          status={error && 'error'}
          aria-invalid={error ? true : undefined}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') onCancel()
            if (event.key !== 'Enter') return
            // The editor stands in a form, which this must not hand in.
            event.preventDefault()
            done()
          }}
        />
      </label>
      <Button type="primary" onClick={done}>
        确定
      </Button>
      {onRemove && <Button onClick={onRemove}>去掉链接</Button>}
      <Button onClick={onCancel}>取消</Button>
      {error && (
        <p role="alert" className="rich-error">
          {error}
        </p>
      )}
    </div>
  )
}
