import { useEffect, useState } from 'react'
import { useFile } from '#api/useFile.ts'
import type { Picture } from '../pictureFit.ts'

/** What an uploaded picture measures, as soon as it can be read. */
export function usePicture(id: number | null): Picture | undefined {
  const { url, blob } = useFile(id)
  const [measured, setMeasured] = useState<Picture>()
  useEffect(() => {
    setMeasured(undefined)
    if (!url || !blob) return
    let current = true
    const image = new Image()
    image.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = image
      if (current) setMeasured({ type: blob.type, size: blob.size, width, height })
    }
    image.src = url
    return () => {
      current = false
    }
  }, [url, blob])
  return measured
}
