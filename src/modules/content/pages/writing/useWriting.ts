import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { continued } from '#layouts/continued.ts'
import type { FormValues } from '#lib/form/form.ts'
import { useDraft } from '#ui/form/useDraft.ts'
import { type ArticleValues, nothingWritten } from '../../articleValues.ts'
import type { Work } from './Acts.tsx'
import { beginNew, make } from './making.ts'
import { fromForm, toForm } from './values.ts'

/**
 * What is typed of an article, saving itself. A new one is made by the first save that has something in it; from then on
 * the address is that of the article, and the editor the same.
 */
export function useWriting(work: Work | undefined) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [start] = useState(() => work?.values ?? blank(query.get('catalogId')))
  const id = useRef(work?.id)
  const [editor] = useState({})
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    if (id.current === undefined) beginNew(editor)
    return () => {
      isHere.current = false
    }
  }, [editor])
  const draft = useDraft({
    id: work ? keyOf(work.id) : 'article new',
    values: toForm(start),
    version: work?.version,
    save: async (values, version) => {
      if (id.current !== undefined)
        return browserApi('POST /staff/article/save', { id: id.current, version, values: fromForm(values) })
      const made = await make(editor, fromForm(values))
      id.current = made.id
      draft.rename(keyOf(made.id))
      if (isHere.current) void navigate(`/staff/articles/${made.id}`, continued())
      return made
    },
  })
  const type = (values: FormValues) => {
    const isNothing = id.current === undefined && draft.get().status !== 'saving' && isBlank(values, toForm(start))
    if (isNothing) draft.take(values, undefined)
    else draft.change(values)
  }
  return { draft, type, idOf: () => id.current }
}

const keyOf = (id: number) => `article ${id}`

const blank = (catalogId: string | null): ArticleValues => ({
  ...nothingWritten,
  catalogId: /^\d+$/.test(catalogId ?? '') ? Number(catalogId) : null,
})

/** Nothing but empty paragraphs, and what stood there from the start. */
const isBlank = ({ content, ...rest }: FormValues, { content: _, ...start }: FormValues) =>
  String(content).replace(/<\/?p[^>]*>|<br ?\/?>|&nbsp;|\s/g, '') === '' &&
  JSON.stringify(rest) === JSON.stringify(start)
