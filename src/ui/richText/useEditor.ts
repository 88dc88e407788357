import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../useLatest.ts'
import type { RichEditor } from './editor.ts'
import type { Formats } from './formats.ts'
import type { Pasted } from './pasting/paste.ts'
import type { TableState } from './tableTools.ts'

/** Open panel below the toolbar: link, size of a table, or description of the picture at a position. */
export type OpenPanel = 'link' | 'table' | { alt: string; at: number } | null

type Wanted = {
  value: string
  onChange: (html: string) => void
  label: string
  placeholder: string
  readOnly: boolean
  add: (editor: RichEditor, files: File[]) => void
  take: (editor: RichEditor, pasted: Pasted) => void
  mayFetch: boolean
  ask: (asking: OpenPanel) => void
}

/** The editor is loaded when the first one is seen, and only in a browser. */
export function useEditor(place: RefObject<HTMLDivElement | null>, wanted: Wanted) {
  const { value, readOnly, placeholder, mayFetch } = wanted
  const [editor, setEditor] = useState<RichEditor | null>(null)
  const [formats, setFormats] = useState<Formats>({})
  const [table, setTable] = useState<TableState | null>(null)
  const [characters, setCharacters] = useState(0)
  const latest = useLatest(wanted)
  const written = useRef('')

  useEffect(() => {
    let close = () => {}
    let gone = false
    void import('./editor.ts').then(({ openEditor }) => {
      if (gone) return
      const made = openEditor(place.current!, {
        label: latest.current.label,
        placeholder,
        mayFetch,
        onFiles: files => latest.current.add(made, files),
        onPasted: pasted => latest.current.take(made, pasted),
        onPicture: (alt, at) => latest.current.ask({ alt, at }),
        onFormats: (formats, table) => {
          setFormats(known => same(known, formats))
          setTable(known => same(known, table))
        },
        onChange: (html, count) => {
          written.current = html
          setCharacters(count)
          latest.current.onChange(html)
        },
      })
      close = made.close
      written.current = ''
      setEditor(made)
    })
    return () => {
      gone = true
      close()
      place.current?.replaceChildren()
    }
  }, [place, placeholder, mayFetch])

  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.setHtml(value)
    setCharacters(editor.characters())
  }, [editor, value])

  useEffect(() => editor?.setEditable(!readOnly), [editor, readOnly])
  return { editor, formats, table, characters }
}

/** The one that is known, if the new one says the same: nothing is drawn anew then. */
const same = <Said>(known: Said, said: Said) => (JSON.stringify(known) === JSON.stringify(said) ? known : said)
