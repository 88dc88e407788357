import { useEffect, useState } from 'react'
import { fetchFile } from './file.ts'
import { refusalOf } from './useApi.ts'

type Width = '320' | '800' | '1600'
type Shown = { url?: string; blob?: Blob; error?: string }

/** A file of the store as an address that `<img>` can show, private or not; `null`: none yet. */
export function useFile(id: number | null, width?: Width): Shown {
  const [shown, setShown] = useState<Shown>({})
  useEffect(() => {
    setShown({})
    if (id === null) return
    let url: string | undefined
    let current = true
    fetchFile('GET /file/{id}', { id, w: width }).then(
      ({ blob }) => {
        if (!current) return
        url = URL.createObjectURL(blob)
        setShown({ url, blob })
      },
      error => current && setShown({ error: refusalOf(error).message }),
    )
    return () => {
      current = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, width])
  return shown
}
