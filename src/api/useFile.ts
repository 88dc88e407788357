import { useEffect, useState } from 'react'
import { type FileKey, fetchFile } from './file.ts'
import { releaseLater } from './objectUrl.ts'
import { toRefusal } from './useApi.ts'

type Width = '320' | '800' | '1600'
/** Endpoint that serves the file to a reader who may not read it from the store directly. */
export type FileSource = { key: FileKey; input: Record<string, string | number>; headers?: Record<string, string> }
type LoadedFile = { url?: string; blob?: Blob; error?: string }

/** A file of the store as an address that `<img>` can show, private or not; `null`: none yet. */
export function useFile(id: number | null, width?: Width, source?: FileSource): LoadedFile {
  const [shown, setShown] = useState<LoadedFile>({})
  const from = JSON.stringify(source ?? null)
  useEffect(() => {
    setShown({})
    if (id === null) return
    let url: string | undefined
    let current = true
    const asked = JSON.parse(from) as FileSource | null
    const fetched = asked
      ? fetchFile(asked.key, asked.input as never, asked.headers)
      : fetchFile('GET /file/{id}', { id, w: width })
    fetched.then(
      ({ blob }) => {
        if (!current) return
        url = URL.createObjectURL(blob)
        setShown({ url, blob })
      },
      error => current && setShown({ error: toRefusal(error).message }),
    )
    return () => {
      current = false
      if (url) releaseLater(url)
    }
  }, [id, width, from])
  return shown
}
