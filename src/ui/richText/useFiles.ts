import { useRef, useState } from 'react'
import { upload } from '#api/upload.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Editor } from './editor.ts'
import type { Pending, Source } from './pictures.ts'

export type Sending = { name: string; percent: number }

/** Brings a picture of another site into our store, and answers its id. */
export type FetchPicture = (url: string) => Promise<number>

/** Puts pictures and films into the text, one after the other, through our own upload. */
export function useFiles(say: (text: string) => void, fetchPicture?: FetchPicture) {
  const [sending, setSending] = useState<Sending | null>(null)
  const abort = useRef<AbortController>(null)
  const add = async (editor: Editor, files: readonly File[]) => {
    abort.current = new AbortController()
    const { signal } = abort.current
    for (const file of files) {
      const use = file.type.startsWith('video/') ? 'video' : 'picture'
      setSending({ name: file.name, percent: 0 })
      try {
        const { id } = await upload(file, {
          use,
          signal,
          onProgress: ({ sent, total }) => setSending({ name: file.name, percent: Math.floor((100 * sent) / total) }),
        })
        insert(editor, use === 'video' ? 'video' : 'image', `/api/file/${id}`)
        say(use === 'video' ? '视频已放入正文' : '图片已放入正文。点按图片可以填写说明')
      } catch (error) {
        say(signal.aborted ? '已取消上传' : `${file.name}：${refusalOf(error).message}`)
        if (signal.aborted) break
      }
    }
    setSending(null)
  }

  /** Those of a pasted text, each into its place. */
  const take = async (editor: Editor, pictures: readonly Pending[]) => {
    const { settlePicture } = await import('./editor.ts')
    abort.current = new AbortController()
    const { signal } = abort.current
    const problems: string[] = []
    for (const [i, { key, source }] of pictures.entries()) {
      setSending({ name: `粘贴的图片 ${i + 1}/${pictures.length}`, percent: Math.floor((100 * i) / pictures.length) })
      try {
        signal.throwIfAborted()
        settlePicture(editor, key, `/api/file/${await bring(source, signal)}`)
      } catch (error) {
        settlePicture(editor, key, null)
        if (!signal.aborted) problems.push(refusalOf(error).message)
      }
    }
    setSending(null)
    if (signal.aborted) say('已取消收取图片')
    else if (problems.length > 0) say(`有 ${problems.length} 张图片没有放入：${problems[0]}`)
    else say(`已收取 ${pictures.length} 张图片。点按图片可以填写说明`)
  }
  const bring = async (source: Source, signal: AbortSignal): Promise<number> => {
    if ('url' in source) return fetchPicture!(source.url)
    const name = `图片.${source.type === 'image/jpeg' ? 'jpg' : source.type.slice('image/'.length)}`
    const { id } = await upload(new File([source.bytes], name, { type: source.type }), { use: 'picture', signal })
    return id
  }
  return { sending, add, take, cancel: () => abort.current?.abort() }
}

function insert(editor: Editor, format: 'image' | 'video', url: string) {
  const { index, length } = editor.getSelection(true)
  if (length) editor.deleteText(index, length, 'user')
  editor.insertEmbed(index, format, url, 'user')
  editor.setSelection(index + 1, 0, 'silent')
}
