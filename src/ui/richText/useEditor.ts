import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../useLatest.ts'
import type { Editor, Formats } from './editor.ts'
import type { Pending } from './pictures.ts'

/** What is asked for below the toolbar: an address, or what the picture at that place shows. */
export type Asking = 'link' | { alt: string; at: number } | null

type Wanted = {
  value: string
  onChange: (html: string) => void
  placeholder: string
  readOnly: boolean
  say: (text: string) => void
  add: (editor: Editor, files: File[]) => void
  take: (editor: Editor, pictures: Pending[]) => void
  mayFetch: boolean
  ask: (asking: Asking) => void
}

/** Quill is loaded when the first editor is seen, and only in a browser. */
export function useEditor(place: RefObject<HTMLDivElement | null>, wanted: Wanted) {
  const { value, readOnly, placeholder, mayFetch } = wanted
  const [editor, setEditor] = useState<Editor | null>(null)
  const [formats, setFormats] = useState<Formats>({})
  const [characters, setCharacters] = useState(0)
  const latest = useLatest(wanted)
  const written = useRef('')

  useEffect(() => {
    let close = () => {}
    let gone = false
    void import('./editor.ts').then(({ openEditor, closeEditor }) => {
      if (gone) return
      const made = openEditor(place.current!, {
        placeholder,
        onFiles: (to, files) => latest.current.add(to, files),
        onFormats: setFormats,
        mayFetch,
        onPictures: (to, pictures) => latest.current.take(to, pictures),
        onLeftOut: count =>
          latest.current.say(
            `粘贴的内容里有 ${count} 个图片或视频来自别处，没有放入。请先保存到本机，再用“图片”或“视频”按钮上传`,
          ),
        onChange: (html, count) => {
          written.current = html
          setCharacters(count)
          latest.current.onChange(html)
        },
      })
      made.root.addEventListener('click', ({ target }) => {
        const at = target instanceof HTMLImageElement ? indexOf(made, target) : undefined
        if (at !== undefined && made.isEnabled()) latest.current.ask({ alt: (target as HTMLImageElement).alt, at })
      })
      close = () => closeEditor(made)
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
    void import('./editor.ts').then(({ setHtml, charactersOf }) => {
      setHtml(editor, value)
      setCharacters(charactersOf(editor))
    })
  }, [editor, value])

  useEffect(() => editor?.enable(!readOnly), [editor, readOnly])
  return { editor, formats, characters }
}

function indexOf(editor: Editor, image: HTMLImageElement): number | undefined {
  const all = [...editor.root.querySelectorAll('img')]
  const pictures = editor.getContents().ops.reduce<{ at: number; found: number[] }>(
    ({ at, found }, { insert }) => {
      const isPicture = typeof insert === 'object' && 'image' in insert
      return { at: at + (typeof insert === 'string' ? insert.length : 1), found: isPicture ? [...found, at] : found }
    },
    { at: 0, found: [] },
  )
  return pictures.found[all.indexOf(image)]
}
