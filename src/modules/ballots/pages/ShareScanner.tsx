import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useScanner } from '#ui/media/useScanner.ts'

/** Camera that reads the codes of shares from paper, one after the other, until it is switched off. */
export function ShareScanner({ read }: { read: (text: string) => void }) {
  const [on, setOn] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef('')
  const problem = useScanner(video, on, '输入纸上的各组', text => {
    // A code that is held to the camera is read many times.
    if (text === last.current) return
    last.current = text
    read(text)
  })
  return (
    <>
      <video
        ref={video}
        className="share-scanner"
        hidden={!on || problem !== undefined}
        playsInline
        muted
        aria-label="摄像头画面"
      />
      {problem && <p role="alert">{problem}</p>}
      <Button onClick={() => setOn(!on)}>{on ? '关闭摄像头' : '用摄像头扫描份额'}</Button>
    </>
  )
}
