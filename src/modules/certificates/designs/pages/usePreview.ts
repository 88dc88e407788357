import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { refusalOf } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'

/** In ms: nobody types longer than that without a pause, and each sheet takes the server some work. */
const PAUSE = 1_500

type Drawing = { id: number | undefined; form: FormValues; kind: string | undefined }
type Shown = { url?: string; faults: string[]; isBusy: boolean }

/** The sheet of what is typed, as an address that `<img>` can show; the last good one stays while something is wrong. */
export function usePreview(drawing: Drawing): Shown {
  const [shown, setShown] = useState<Shown>({ faults: [], isBusy: true })
  const asked = JSON.stringify(drawing)
  const pause = useRef(0)
  useEffect(() => {
    let isCurrent = true
    setShown(before => ({ ...before, isBusy: true }))
    const timer = setTimeout(() => {
      browserApi('POST /staff/certificate/design/preview', JSON.parse(asked)).then(
        ({ svg }) => {
          if (!isCurrent) return
          const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
          setShown(before => {
            if (before.url) releaseLater(before.url)
            return { url, faults: [], isBusy: false }
          })
        },
        error => {
          const { fields, message } = refusalOf(error)
          const faults = fields ? [...new Set(Object.values(fields))] : [message]
          if (isCurrent) setShown(before => ({ ...before, faults, isBusy: false }))
        },
      )
    }, pause.current)
    pause.current = PAUSE
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked])
  return shown
}
