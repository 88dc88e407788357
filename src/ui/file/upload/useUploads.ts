import { useEffect, useRef, useState } from 'react'
import { type Progress, type Stored, upload } from '#api/upload.ts'
import { toRefusal } from '#api/useApi.ts'
import { type FileUse, MEGABYTE, namesOf, ruleOf } from '#lib/uploads.ts'
import { usePendingFiles } from '#ui/form/waiting/pendingFiles.ts'
import { useLatest } from '#ui/useLatest.ts'

/** File in a form: its id, and the rest if it was loaded with the form. */
export type UploadedFile = Pick<Stored, 'id'> & Partial<Pick<Stored, 'name' | 'size' | 'type'>>

/** A file on its way, or one that did not get there. */
export type Sending = {
  key: number
  file: File
  progress: Progress
  error?: string
  /** Trying again may help: it was not the file itself that was refused. */
  canRetry?: boolean
  stop: AbortController
}

type Options = {
  use: FileUse
  max: number
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  say: (words: string) => void
}

let lastKey = 0

/** The files of one field: those that are there, those on their way, and what can be done with them. */
export function useUploads({ use, max, value, onChange, say }: Options) {
  const [sending, setSending] = useState<Sending[]>([])
  // Several may arrive between two renderings.
  const now = useLatest({ value, onChange })
  const all = useLatest(sending)
  /** Keys of the files that arrived since the form was opened, by id: in the order in which they were chosen. */
  const keys = useRef(new Map<number, number>())
  const stopForm = usePendingFiles(sending.map(({ file, error }) => ({ name: file.name, failed: error !== undefined })))
  useEffect(
    () => () => {
      for (const { stop } of all.current) stop.abort()
    },
    [],
  )

  const change = (files: UploadedFile[]) => {
    now.current.value = files
    now.current.onChange(files)
  }
  const patch = (key: number, part: Partial<Sending>) =>
    setSending(list => list.map(one => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => setSending(list => list.filter(one => one.key !== key))

  const send = async ({ key, file, stop }: Sending) => {
    try {
      const stored = await upload(file, { use, signal: stop.signal, onProgress: progress => patch(key, { progress }) })
      drop(key)
      keys.current.set(stored.id, key)
      change(insertInOrder(now.current.value, stored, keys.current))
      say(`${stored.name} 已上传`)
    } catch (error) {
      if (stop.signal.aborted) return
      const { code, message } = toRefusal(error)
      patch(key, { error: message, canRetry: code !== 400 })
      say(`${file.name} 没有上传：${message}`)
    }
  }
  const add = (files: readonly File[]) => {
    const room = max - now.current.value.length - all.current.filter(one => !one.error).length
    const items = files.slice(0, Math.max(0, room)).map(file => ({ ...begin(file), error: problemOf(file, use) }))
    setSending(list => [...list.filter(one => !one.error), ...items])
    if (files.length > room) say(`最多 ${max} 个文件，其余 ${files.length - Math.max(0, room)} 个没有添加`)
    for (const item of items) {
      if (item.error) say(`${item.file.name} 没有上传：${item.error}`)
      else void send(item)
    }
  }
  const retry = ({ key, file }: Sending) => {
    const again = { ...begin(file), key }
    patch(key, { ...again, error: undefined })
    void send(again)
  }
  const cancel = ({ key, file, stop, error }: Sending) => {
    stop.abort()
    drop(key)
    stopForm()
    say(error ? `已移除 ${file.name}` : `已取消上传 ${file.name}`)
  }
  const move = (file: UploadedFile, by: -1 | 1) => {
    const files = [...now.current.value]
    const from = files.findIndex(({ id }) => id === file.id)
    files.splice(from + by, 0, ...files.splice(from, 1))
    change(files)
    say(`${file.name ?? '文件'} 现在是第 ${from + by + 1} 个`)
  }
  const remove = (file: UploadedFile) => {
    change(now.current.value.filter(({ id }) => id !== file.id))
    say(`已移除 ${file.name ?? '文件'}`)
  }
  return { sending, add, retry, cancel, remove, move }
}

/** Small files arrive before large ones: each goes before the first that was chosen after it. */
export function insertInOrder(files: readonly UploadedFile[], added: UploadedFile, keys: ReadonlyMap<number, number>) {
  const key = keys.get(added.id)!
  const at = files.findIndex(({ id }) => (keys.get(id) ?? 0) > key)
  return at < 0 ? [...files, added] : files.toSpliced(at, 0, added)
}

const begin = (file: File): Sending => ({
  key: ++lastKey,
  file,
  stop: new AbortController(),
  progress: { sent: 0, total: file.size, speed: 0 },
})

/** Checks type and size before the upload; the server checks the content itself. */
function problemOf(file: File, use: FileUse): string | undefined {
  const { takes, megabytes } = ruleOf(use)
  if (/\.hei[cf]$/i.test(file.name))
    return '暂不支持 HEIC 照片：请在手机“设置 › 相机 › 格式”中选择“兼容性最佳”后重新拍摄，或转换为 JPG 后再上传'
  const ext = file.name
    .split('.')
    .pop()!
    .toLowerCase()
    .replace(/^jpe$|^jpeg$/, 'jpg')
  if (!takes.some(each => each === ext)) return `不支持这种文件，请选择 ${namesOf(use)} 格式的文件`
  if (file.size === 0) return '文件是空的，请重新选择'
  if (file.size > megabytes * MEGABYTE) return `文件不能超过 ${megabytes} MB，请压缩后再上传`
}
