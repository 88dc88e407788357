import { Button, Checkbox } from 'antd'
import { useRef, useState } from 'react'
import { useScanner } from './useScanner.ts'

type Props = { scan: (token: string, atOnce: boolean) => void; isSession: boolean }

/** In ms: for so long the same code in front of the camera is the same person still. */
const SAME = 4_000

/** The camera of the phone, looking on until it is switched off. */
export function CheckInScanner({ scan, isSession }: Props) {
  const [on, setOn] = useState(false)
  const [chosen, setAtOnce] = useState<boolean>()
  // At a session people only pass by; at the desk somebody looks at the photo first.
  const atOnce = chosen ?? isSession
  const [other, setOther] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef({ text: '', at: 0 })
  const problem = useScanner(video, on, text => {
    const { text: before, at } = last.current
    last.current = { text, at: Date.now() }
    if (text === before && Date.now() - at < SAME) return
    const token = tokenIn(text)
    setOther(token === undefined)
    if (token) scan(token, atOnce)
  })
  return (
    <section className="desk-card check-in-scanner" aria-label="扫码">
      <div className="check-in-view" hidden={!on || problem !== undefined}>
        <video ref={video} playsInline muted aria-label="摄像头画面" />
        <i aria-hidden="true" />
      </div>
      {problem && (
        <p role="alert" className="check-in-problem">
          {problem}
        </p>
      )}
      {on && other && (
        <p role="alert" className="check-in-problem">
          这不是准考证的二维码
        </p>
      )}
      <div className="check-in-camera">
        <Button onClick={() => setOn(!on)}>{on ? '关闭摄像头' : '用本机摄像头连续扫码'}</Button>
        <Checkbox checked={atOnce} onChange={event => setAtOnce(event.target.checked)}>
          扫到即确认
        </Checkbox>
      </div>
    </section>
  )
}

/** Of the address on a ticket. */
const tokenIn = (text: string) => text.match(/\/staff\/check-in\?t=([\w-]{22})$/)?.[1]
