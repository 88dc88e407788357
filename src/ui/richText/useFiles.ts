import { useRef, useState } from 'react'
import { upload } from '#api/upload.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Editor } from './editor.ts'

export type Sending = { name: string; percent: number }

/** Puts pictures and films into the text, one after the other, through our own upload. */
export function useFiles(say: (text: string) => void) {
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
          ...{ use, signal },
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
  return { sending, add, cancel: () => abort.current?.abort() }
}

function insert(editor: Editor, format: 'image' | 'video', url: string) {
  const { index, length } = editor.getSelection(true)
  if (length) editor.deleteText(index, length, 'user')
  editor.insertEmbed(index, format, url, 'user')
  editor.setSelection(index + 1, 0, 'silent')
}
