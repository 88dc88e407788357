import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Longer side of the scanned image in pixels; a code on a phone's screen fills a third of it. */
const SCAN_SIDE_PX = 800
/** Pause between two frames, in ms. */
const SCAN_INTERVAL_MS = 120

/**
 * Looks for QR codes in what the camera sees, as long as it is on; answers why it cannot, and what to do `instead`.
 */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  on: boolean,
  instead: string,
  read: (text: string) => void,
): string | undefined {
  const [problem, setProblem] = useState<string>()
  const heard = useEffectEvent(read)
  useEffect(() => {
    if (!on) return
    setProblem(undefined)
    const stopped = new AbortController()
    watch(video.current!, stopped.signal, text => heard(text)).catch(
      error => stopped.signal.aborted || setProblem(wordsFor(error, instead)),
    )
    return () => stopped.abort()
  }, [on, video, instead])
  return on ? problem : undefined
}

async function watch(video: HTMLVideoElement, signal: AbortSignal, read: (text: string) => void) {
  if (!navigator.mediaDevices) throw new Error('insecure')
  const facing = { facingMode: 'environment', width: { ideal: 1280 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: facing })
  const worker = new Worker(new URL('./scanner.worker.ts', import.meta.url), { type: 'module' })
  const stop = () => {
    worker.terminate()
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const canvas = document.createElement('canvas')
  const look = () => {
    const picture = !signal.aborted && pictureOf(video, canvas)
    if (picture) worker.postMessage(picture, [picture.data.buffer])
    else if (!signal.aborted) setTimeout(look, SCAN_INTERVAL_MS)
  }
  worker.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data !== null) read(data)
    setTimeout(look, SCAN_INTERVAL_MS)
  }
  look()
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const scale = Math.min(1, SCAN_SIDE_PX / Math.max(video.videoWidth, video.videoHeight))
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  // No frame has arrived yet.
  if (canvas.width === 0 || canvas.height === 0) return undefined
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

function wordsFor(error: unknown, instead: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return `浏览器没有允许使用摄像头：请在地址栏或系统设置中允许，或${instead}`
  if (name === 'NotFoundError') return `这台设备没有摄像头，请${instead}`
  if (name === 'NotReadableError') return '摄像头正被其他程序使用，请关闭后重试'
  return `这里不能使用摄像头（需要 https 地址和较新的浏览器），请${instead}`
}
