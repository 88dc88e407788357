import { useRef, useState } from 'react'
import { upload } from '#api/upload.ts'
import { toRefusal } from '#api/useApi.ts'
import { usePendingFiles } from '#ui/form/waiting/pendingFiles.ts'
import type { RichEditor } from './editor.ts'
import type { Pasted } from './pasting/paste.ts'
import { lostPicturesMessage, type Source } from './pasting/pictures.ts'

export type Sending = { name: string; percent: number }

/** Brings a picture of another site into our store, and answers its id. */
export type FetchPicture = (url: string) => Promise<number>

const ACCEPTED_TYPES = /^(image\/(png|jpeg|webp|gif)|video\/mp4)$/

/** Puts pictures and films into the text, one after the other, through our own upload. */
export function useFiles(say: (text: string) => void, fetchPicture?: FetchPicture) {
  const [sending, setSending] = useState<Sending | null>(null)
  const stopForm = usePendingFiles(sending ? [{ name: sending.name, failed: false }] : [])
  const abort = useRef<AbortController>(null)
  const add = async (editor: RichEditor, files: readonly File[]) => {
    abort.current = new AbortController()
    const { signal } = abort.current
    for (const file of files) {
      if (!ACCEPTED_TYPES.test(file.type)) {
        say(`${file.name}：正文里只能放入图片和 MP4 视频`)
        continue
      }
      const use = file.type.startsWith('video/') ? 'video' : 'picture'
      setSending({ name: file.name, percent: 0 })
      try {
        const { id } = await upload(file, {
          use,
          signal,
          onProgress: ({ sent, total }) => setSending({ name: file.name, percent: Math.floor((100 * sent) / total) }),
        })
        editor.insertFile(use === 'video' ? 'video' : 'image', `/api/file/${id}`)
        say(use === 'video' ? '视频已放入正文' : '图片已放入正文。点按图片可以填写说明')
      } catch (error) {
        stopForm()
        say(signal.aborted ? '已取消上传' : `${file.name}：${toRefusal(error).message}`)
        if (signal.aborted) break
      }
    }
    setSending(null)
  }

  /** Pictures of a pasted text, each into its place; those that stay outside are named. */
  const take = async (editor: RichEditor, { pending, lost, films, notes }: Pasted) => {
    const missing = [...lost]
    let reason: string | undefined
    const controller = new AbortController()
    const { signal } = controller
    // Sets the controller, so that an upload in progress can be cancelled.
    if (pending.length > 0) abort.current = controller
    for (const [i, { key, source, name }] of pending.entries()) {
      setSending({ name: `粘贴的图片 ${i + 1}/${pending.length}`, percent: Math.floor((100 * i) / pending.length) })
      try {
        signal.throwIfAborted()
        editor.settlePicture(key, `/api/file/${await bring(source, signal)}`)
      } catch (error) {
        editor.missPicture(key, name)
        missing.push(name)
        stopForm()
        if (!signal.aborted) reason ??= toRefusal(error).message
      }
    }
    if (pending.length > 0) setSending(null)
    const taken = pending.length + lost.length - missing.length
    const told = [
      missing.length > 0 && lostPicturesMessage(missing, signal.aborted ? '已取消收取' : reason),
      films > 0 && `${films} 个视频来自别处，没有放入，请先保存到本机，再用“视频”按钮上传`,
      ...notes,
      taken > 0 && `已收取 ${taken} 张图片。点按图片可以填写说明`,
    ].filter(text => text !== false)
    if (told.length > 0) say(told.join('。'))
  }
  const bring = async (source: Source, signal: AbortSignal): Promise<number> => {
    if ('url' in source) return fetchPicture!(source.url)
    const name = `图片.${source.type === 'image/jpeg' ? 'jpg' : source.type.slice('image/'.length)}`
    const { id } = await upload(new File([source.bytes], name, { type: source.type }), { use: 'picture', signal })
    return id
  }
  return { sending, add, take, cancel: () => abort.current?.abort() }
}
